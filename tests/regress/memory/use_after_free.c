// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=9 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  if (__VERIFIER_nondet_int() == 7) free(p);
  return *p;
}
