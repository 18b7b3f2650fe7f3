// KLEENE: args="--property valid-free --time-limit 60" expect=false(valid-free) line=8 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  if (__VERIFIER_nondet_int() == 1) free(p);
  return 0;
}
