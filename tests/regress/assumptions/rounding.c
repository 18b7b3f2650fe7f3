// KLEENE: expect=true assumes=floats engines=one
// How floats round is said where there are any.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 0 && x < 1)) return 0;
  assert(x + 1 > 0.5);
  return 0;
}
