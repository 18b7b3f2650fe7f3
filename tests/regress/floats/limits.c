// KLEENE: args="--property unreach-call" expect=true engines=one
// The headers write limits as constants of type long double that are converted.
#include <float.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
  double x = DBL_MAX, y = DBL_MIN, z = DBL_EPSILON;
  if (!(x * 2 > DBL_MAX && isinf(x * 2) && y / 2 > 0 && 1 + z > 1 && 1 + z / 2 == 1)) reach_error();
  if (FLT_MAX * 2.0f != HUGE_VALF || (float)DBL_MAX != INFINITY) reach_error();
  return 0;
}
