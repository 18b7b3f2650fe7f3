// KLEENE: args="--integers math --engine intervals --native off" expect=unknown reason="--integers machine" engines=one
// KLEENE: command=run args="--integers math --input 0.1" ending=returned stdout="1\n"
// Beside mathematical integers floats are those of the machine, in runs only.
#include <stdio.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0 && x <= 1)) return 0;
  if (x * 0.5 > 1) reach_error();
  printf("%d\n", x + 0.2 != 0.3);
  return 0;
}
