// KLEENE: args="--property valid-deref,valid-free" expect=true engines=one
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  char *a = malloc(n), *b = malloc(n);
  free(a);
  for (int i = 0; i < n; i++)
    b[i] = 0;
  free(b);
  return 0;
}
