// KLEENE: expect=unknown
// Functions that tell the sign of a NaN, called through pointers.
#include <math.h>
extern void reach_error(void);

int main(void) {
  double zero = 0;
  double (*with_sign)(double, double) = copysign;
  if (with_sign(1.0, zero / zero) < 0) reach_error();
  return 0;
}
