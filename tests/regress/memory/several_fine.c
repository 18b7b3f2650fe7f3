// KLEENE: args="--property safety --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

#include <assert.h>
int main(void) {
  int a[4] = {0, 1, 2, 3};
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  assert(a[n] <= 3);
  return 12 / (n + 1) + (1 << n);
}
