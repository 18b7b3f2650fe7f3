// KLEENE: args="--property valid-deref,valid-free" expect=false(valid-deref) line=11 engines=one
// An array on the heap whose size is an input, passed with its length to a function
// that reads one element too many.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s ^= a[i];
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    a[i] = i;
  int r = sum(a, n);
  free(a);
  return r != 0;
}
