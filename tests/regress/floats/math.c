// KLEENE: expect=true
#include <assert.h>
#include <math.h>

int main(void) {
  assert(fabs(-2.5) == 2.5 && sqrt(2.25) == 1.5 && fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5);
  assert(floor(-0.5) == -1 && ceil(-0.5) == 0 && signbit(ceil(-0.5)) && trunc(-1.7) == -1);
  assert(round(0.49999999999999994) == 0 && round(-2.5) == -3 && rint(2.5) == 2 && rint(3.5) == 4);
  assert(fmax(1, NAN) == 1 && fmin(1, 2) == 1 && isnan(NAN) && isinf(INFINITY) && !isfinite(-INFINITY));
  int e;
  assert(frexp(10, &e) == 0.625 && e == 4 && ldexp(0.625, 4) == 10 && ldexp(1, -1074) > 0);
  double whole;
  assert(modf(-3.25, &whole) == -0.25 && whole == -3 && copysign(1, -0.0) == -1);
  assert(nextafter(1, 2) == 1 + 0x1p-52 && nextafter(0, 1) > 0 && remainder(7, 4) == -1);
  assert(fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(0.0) == FP_ZERO && isnormal(1.0));
  double s = sin(3);
  assert(s >= -1 && s <= 1);
  return 0;
}
