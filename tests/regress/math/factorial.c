// KLEENE: args="--integers math" expect=true engines=one
// KLEENE: args="--integers machine" expect=false(unreach-call) engines=one
// KLEENE: command=run args="--integers math" ending=returned exit=0
// The factorial of 40 has 160 bits: divided again by all its factors it is 1, unless something was lost on the way.
extern void reach_error(void);

int main(void) {
  long product = 1;
  for (int i = 1; i <= 40; i++) product *= i;
  for (int i = 40; i >= 1; i--) product /= i;
  if (product != 1) reach_error();
  return 0;
}
