// KLEENE: command=run args="--input 3,-4" ending=returned exit=0 stdout="-1\n"
// KLEENE: command=run args="--input=-3,0x10" ending=returned exit=0 stdout="13\n"
// KLEENE: command=run args="--input 3" ending="inputs exhausted" exit=5 line=10 stdout=""
// KLEENE: command=run ending="inputs exhausted" exit=5 line=9
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  printf("%d\n", a + b);
  return 0;
}
