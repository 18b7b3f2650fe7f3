// KLEENE: command=run args="--input 5" ending=returned exit=0 reason="memory is lost: 3 bytes of malloc that nothing leads to"
// KLEENE: command=run args="--input 4" ending=returned exit=0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(3);
  if (__VERIFIER_nondet_int() == 4) free(p);
  return 0;
}
