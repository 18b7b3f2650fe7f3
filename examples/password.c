// Three numbers open the door. No single random guess would, but each right number leads a step
// further, and that is noticed.
//
//   kleene check --harness replay.c examples/password.c
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() != 4711)
    return 0;
  if (__VERIFIER_nondet_int() != -815)
    return 0;
  int last = __VERIFIER_nondet_int();
  assert(last != 6174);
  return 0;
}
