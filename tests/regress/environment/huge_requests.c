// KLEENE: args="--svcomp" expect=true
// KLEENE: args="--svcomp --property termination" expect=true
// KLEENE: expect=false(unreach-call)
// In competitions, malloc never fails: a request that no machine could grant ends the execution.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (p == 0) {
    reach_error();
    for (;;)
      ;
  }
  char *q = calloc(n, 16);
  if (q == 0) reach_error();
  return 0;
}
