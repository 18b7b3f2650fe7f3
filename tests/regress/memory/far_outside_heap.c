// KLEENE: args="--property valid-deref --engine bmc --time-limit 60" expect=false(valid-deref) line=9 native=yes engines=one
// What lies behind the object is a live object for thousands of bytes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *a = malloc(16), *b = malloc(4000);
  if (n < 0 || n > 200) return 0;
  if (n > 100) a[n] = 1;
  free(a);
  free(b);
  return 0;
}
