// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=11 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

#include <string.h>
#include <stdlib.h>
int main(void) {
  char from[8] = "abcdefg";
  char *to = malloc(6);
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) n = 0;
  memcpy(to, from, n);
  free(to);
  return 0;
}
