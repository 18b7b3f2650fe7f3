// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Insertion sort of five numbers: in order, and as many of each as before.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], k = i;
#ifdef SEEDED
    while (k > 1 && a[k - 1] > v) {
#else
    while (k > 0 && a[k - 1] > v) {
#endif
      a[k] = a[k - 1];
      k--;
    }
    a[k] = v;
  }
}

int main(void) {
  int a[5], before = 0, after = 0;
  int some = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++) {
    a[i] = __VERIFIER_nondet_int();
    before += a[i] == some;
  }
  sort(a, 5);
  for (int i = 0; i < 5; i++) after += a[i] == some;
  for (int i = 1; i < 5; i++) assert(a[i - 1] <= a[i]);
  assert(before == after);
  return 0;
}
