// KLEENE: args="--property valid-memtrack --time-limit 60" expect=false(valid-memtrack) native=yes engines=one
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() != 5) free(p);
  return 0;
}
