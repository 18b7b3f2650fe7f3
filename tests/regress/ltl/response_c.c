// KLEENE: args="--ltl 'G (x == 1 -> F x == 0)' --engine termination" expect=true
// KLEENE: args="--ltl 'F G x == 0'" expect=false(ltl)
// Every request is answered in the same round; the rounds go on for ever.
int x;

int main(void) {
  while (1) {
    x = 1;
    x = 0;
  }
}
