// KLEENE: expect=true
// What is known of functions whose values are not: bounds, NaN, special cases.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(isnan(asin(2.0)) && isnan(acos(-1.5)) && isnan(tan(INFINITY)) && isnan(log2(-1.0)));
  if (x == x) assert(pow(x, 0.0) == 1 && pow(1.0, x) == 1 && hypot(x, INFINITY) == INFINITY);
  assert(pow(NAN, 0.0) == 1 && pow(1.0, NAN) == 1 && hypot(NAN, INFINITY) == INFINITY);
  if (x >= -1 && x <= 1) assert(acos(x) >= 0 && fabs(asin(x)) < 1.6);
  if (x > 0) assert(pow(x, 0.5) >= 0 && sinh(x) >= 0);
  assert(lround(-2.5) == -3 && lrint(2.5) == 2 && llround(0.49999999999999994) == 0 && lroundf(7.5f) == 8);
  if (x == x) assert(fabs(tanh(x)) <= 1 && exp2(x) >= 0 && cosh(x) > 0.5);
  return 0;
}
