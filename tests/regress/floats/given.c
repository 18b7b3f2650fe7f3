// KLEENE: command=run args="--input 5,5,5" ending=returned exit=0 stdout="0x1.4p+2 0x1.4p+2 5\n"
// KLEENE: command=run args="--input 0.1,0.1,3" ending=returned exit=0 stdout="0x1.999999999999ap-4 0x1.99999ap-4 3\n"
// KLEENE: command=run args="--input 0.5f,0x1p-1,3" ending=returned exit=0 stdout="0x1p-1 0x1p-1 3\n"
// KLEENE: command=run args="--input -inf,0x3f800000,-1" ending=returned exit=0 stdout="-inf 0x1p+0 -1\n"
// A number is what it means for the type that is asked for.
#include <stdio.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  int n = __VERIFIER_nondet_int();
  printf("%a %a %d\n", d, f, n);
  return 0;
}
