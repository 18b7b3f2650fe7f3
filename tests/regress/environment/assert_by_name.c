// KLEENE: expect=false(unreach-call) args="--property unreach-call"
// KLEENE: expect=true args="--property unreach-call --svcomp"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  assert(__VERIFIER_nondet_int() != 7);
  return 0;
}
