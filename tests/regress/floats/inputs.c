// KLEENE: expect=false(unreach-call) line=12 native=yes
// KLEENE: command=run args="--input 0x1.8p-1,2.5f" ending=returned stdout="0.75 2.5\n"
#include <stdio.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) {}

int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = __VERIFIER_nondet_float();
  printf("%g %g\n", x, y);
  if (x + 1 == 4.5 && y * 2 == -1) reach_error();
  return 0;
}
