// KLEENE: args="--property safety --time-limit 60" expect=false(def-behavior) line=7 native=yes engines=one
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(8), *q = malloc(8), *r = p + 8;
  if (__VERIFIER_nondet_int() == 7) r = q;
  long n = r - p;
  free(p);
  free(q);
  return n == 0;
}
