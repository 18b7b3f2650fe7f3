// KLEENE: args="--engine k-induction" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Money is moved between two accounts, for ever: what the callee does to memory is known to its caller.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a = 1000, b = 500;
static int transfer(int *from, int *to, int amount) {
#ifdef SEEDED
  if (amount > *from) return 0;
#else
  if (amount < 0 || amount > *from) return 0;
#endif
  *from -= amount;
  *to += amount;
  return 1;
}
int main(void) {
  while (1) {
    int amount = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int()) transfer(&a, &b, amount);
    else transfer(&b, &a, amount);
    assert(a >= 0 && b >= 0 && a + b == 1500);
  }
}
