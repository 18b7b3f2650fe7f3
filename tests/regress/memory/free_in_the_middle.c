// KLEENE: args="--property valid-free --time-limit 60" expect=false(valid-free) line=10 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) k = 0;
  p += k;
  free(p);
  return 0;
}
