// The models of math.h in this program against the functions of the library, on special and random bit patterns. MODELS is
// the part of the models' text that is about math.h, where every function has the prefix `model_`. What a model takes for
// unknown is here what the library gives, so that a result within the bounds comes out as it is.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64;

static u64 state;
static double truth; // what the library gives
static int choice;   // where C leaves something open

static u64 next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static u64 bits_of(double x) {
  u64 u;
  memcpy(&u, &x, sizeof u);
  return u;
}

static double double_of(u64 u) {
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

static unsigned bits_of_float(float x) {
  unsigned u;
  memcpy(&u, &x, sizeof u);
  return u;
}

static float float_of(unsigned u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}

#define __kleene_bits bits_of
#define __kleene_float double_of
#define __kleene_bitsf bits_of_float
#define __kleene_floatf float_of
#define __kleene_any_double() truth
#define __kleene_choice() choice
#define __kleene_errno errno
#define OUT_OF_RANGE ERANGE
#define OUT_OF_DOMAIN EDOM
#include MODELS

static const u64 special[] = {
    0, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3fe0000000000000, 0x3fdfffffffffffff, 0x3fefffffffffffff,
    0x3ff0000000000000, 0x3ff0000000000001, 0x3ff8000000000000, 0x4000000000000000, 0x4004000000000000,
    0x4008000000000000, 0x41dfffffffc00000, 0x43e0000000000000, 0x4330000000000001, 0x7fefffffffffffff,
    0x7ff0000000000000, 0x7ff8000000000000, 0x3690000000000000, 0x47efffffe0000000, 0x3ff921fb54442d18,
    0x400921fb54442d18, 0x4086280000000000, 0x40862e42fefa39ef, 0x6ac6ac0d1d4ff69f, 0x7506ac5b262ca1ff,
};

static double any(void) {
  u64 a = next();
  u64 sign = a & 1ULL << 63;
  switch (a % 6) {
  case 0:
    return double_of(special[a / 6 % (sizeof special / sizeof *special)] | sign);
  case 1:
    return double_of((a & 0x800fffffffffffff) | (1023 - 35 + next() % 100) << 52);
  case 2:
    return double_of((a & 0xfff0000000000000) | 1ULL << next() % 52);
  case 3:
    return double_of((a & 0x800fffffffffffff) | (1023 - 3 + next() % 8) << 52);
  case 4:
    return double_of((a & 0x800fffffffffffff) | (next() % 4) << 52);
  default:
    return double_of(a);
  }
}

static float any_float(void) {
  u64 a = next();
  switch (a % 3) {
  case 0:
    return (float)any();
  case 1:
    return float_of((unsigned)(a >> 32 & 0x807fffff) | (unsigned)(127 - 30 + next() % 70) << 23);
  default:
    return float_of((unsigned)(a >> 20));
  }
}

static double near(double x) {
  return next() % 3 ? any() : double_of(bits_of(x) ^ next() % 4 ^ next() % 2 << 63);
}

static int failed;

static void complain(const char *name, double x, double y, double z, double model, double real) {
  if (failed++ < 20) printf("%s(%a, %a, %a): the model gives %a, the library %a\n", name, x, y, z, model, real);
}

#define EACH(name, make, model, real)                                                                                   \
  for (long i = 0; i < cases; i++) {                                                                                    \
    make;                                                                                                               \
    truth = real;                                                                                                       \
    double first = 0;                                                                                                   \
    int right = 0;                                                                                                      \
    double exact = truth;                                                                                               \
    for (int k = 3; k >= 0; k--) {                                                                                      \
      choice = k & 1;                                                                                                   \
      truth = k & 2 && exact - exact != 0 && exact == exact ? copysign(0x1p128, exact) : exact; /* as float: infinite */ \
      first = model;                                                                                                    \
      right |= (first != first && exact != exact) || bits_of(first) == bits_of(exact);                                  \
    }                                                                                                                   \
    if (!right) complain(name, (double)x, (double)y, (double)z, first, exact);                                          \
  }
#define DOUBLES                                                                                                         \
  double x = any(), y = near(x), z = next() % 3 ? any() : -x * near(y);                                                 \
  (void)y, (void)z
#define FLOATS                                                                                                          \
  float x = any_float(), y = next() % 3 ? any_float() : x, z = next() % 3 ? any_float() : -x * y;                       \
  (void)y, (void)z
#define ONE(g)                                                                                                          \
  EACH(#g, DOUBLES, model_##g(x), g(x))                                                                                 \
  EACH(#g "f", FLOATS, model_##g##f(x), g##f(x))
#define TWO(g)                                                                                                          \
  EACH(#g, DOUBLES, model_##g(x, y), g(x, y))                                                                           \
  EACH(#g "f", FLOATS, model_##g##f(x, y), g##f(x, y))
#define SECOND(g, type)                                                                                                 \
  EACH(#g, DOUBLES; type a = 0; type b = 0, (model_##g(x, &a), (double)a), (g(x, &b), (double)b))

static double remquo3(double x, int *quotient) {
  return x - x == 0 ? remquo(x, 3.1, quotient) : 0;
}

static double model_remquo3(double x, int *quotient) {
  return x - x == 0 ? model_remquo(x, 3.1, quotient) : 0;
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 10000;
  state = 0x9e3779b97f4a7c15ULL;
  ONE(trunc) ONE(floor) ONE(ceil) ONE(round) ONE(rint) ONE(nearbyint)
  TWO(fdim) TWO(nextafter) TWO(remainder)
  EACH("fma", DOUBLES, model_fma(x, y, z), fma(x, y, z))
  EACH("fmaf", FLOATS, model_fmaf(x, y, z), fmaf(x, y, z))
  EACH("fma", double x = any(); double y = any(); double z = -x * y; z = double_of(bits_of(z) + next() % 5 - 2),
       model_fma(x, y, z), fma(x, y, z))
  EACH("remquo", DOUBLES; int q = 0, model_remquo(x, y, &q), remquo(x, y, &q))
  SECOND(remquo3, int)
  SECOND(modf, double) SECOND(frexp, int)
  EACH("frexp", DOUBLES; int e, model_frexp(x, &e), frexp(x, &e))
  EACH("scalbn", DOUBLES; int n = (int)(next() % 4500) - 2250, model_scalbn(x, n), scalbn(x, n))
  EACH("scalbln", DOUBLES; long n = (long)next() >> next() % 60, model_scalbln(x, n), scalbln(x, n))
  ONE(logb)
  EACH("ilogb", DOUBLES, model_ilogb(x), ilogb(x))
  EACH("ilogbf", FLOATS, model_ilogbf(x), ilogbf(x))
  ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) TWO(atan2)
  ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
  ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
  ONE(cbrt) TWO(hypot) ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma) TWO(pow)
  EACH("pow", double x = any(); double y = (double)(next() % 11) - 5; double z = 0, model_pow(x, y), pow(x, y))
  EACH("powf", float x = any_float(); float y = (float)(next() % 11) - 5; float z = 0, model_powf(x, y), powf(x, y))
  printf("%ld cases each, %d failed\n", cases, failed);
  return failed != 0;
}
