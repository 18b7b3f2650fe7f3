// KLEENE: args="--ltl 'F label(END)'" expect=true
// KLEENE: args="--ltl 'F x == 7'" expect=true
// KLEENE: args="--ltl 'G x < 7'" expect=false(ltl)
// KLEENE: args="--ltl 'in(main) U in(step)'" expect=true
// KLEENE: args="--ltl 'G !label(LAST)'" expect=false(ltl)
int x;

void step(void) { x++; }

int main(void) {
  while (x < 7)
    step();
LAST:
  return 0;
}
