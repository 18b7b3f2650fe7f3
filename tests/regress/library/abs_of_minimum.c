// KLEENE: args="--property no-overflow" expect=unknown engines=one
// KLEENE: args="-D BOUNDED --property no-overflow" expect=true engines=one
// The overflow is found in the model of abs; gcc sees it at the call, so it is not confirmed natively.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BOUNDED
  if (x < -100) return 0;
#endif
  return abs(x) == 5;
}
