// KLEENE: expect=true
// A choice by size, as in old headers: the operand with long double is not evaluated.
#include <assert.h>
extern int __isnanf(float), __isnan(double), __isnanl(long double);
extern double __VERIFIER_nondet_double(void);
#define is_nan(x) (sizeof(x) == sizeof(float) ? __isnanf(x) : sizeof(x) == sizeof(double) ? __isnan(x) : __isnanl(x))

int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = 0.0f;
  if (is_nan(x)) return 1;
  assert(x == x && !is_nan(y) && is_nan(y / y));
  return 0;
}
