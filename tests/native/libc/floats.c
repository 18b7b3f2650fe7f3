// Operators, conversions and exact functions of math.h on special and random bit patterns. One line for each, with a
// number made of all results, bit by bit; NaNs are all alike.
#include <math.h>
#include <stdio.h>

#ifndef CASES
#define CASES 10000
#endif

typedef unsigned long long u64;
union both64 { double d; u64 u; };
union both32 { float f; unsigned u; };

static u64 state;
static u64 hash;

static u64 next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static const u64 special[] = {
    0, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3fe0000000000000, 0x3fdfffffffffffff, 0x3ff0000000000000,
    0x3ff0000000000001, 0x3ff8000000000000, 0x4004000000000000, 0x41dfffffffc00000, 0x41e0000000000000,
    0x41efffffffe00000, 0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43f0000000000000,
    0x4330000000000000, 0x4330000000000001, 0x4320000000000001, 0x7fefffffffffffff, 0x7ff0000000000000,
    0x7ff8000000000000, 0x7ff0000000000001, 0x3690000000000000, 0x47efffffe0000000, 0x47effffff0000000,
    0x3ff0000010000000, 0x3ff0000030000000, 0x380fffffffffffff, 0x3fb999999999999a,
};

static u64 pattern64(void) {
  u64 any = next();
  u64 sign = any & 1ULL << 63;
  switch (any % 6) {
  case 0:
    return special[any / 6 % (sizeof special / sizeof *special)] | sign;
  case 1: // numbers of moderate size
    return (any & 0x800fffffffffffff) | (1023 - 35 + next() % 100) << 52;
  case 2: // with few bits
    return (any & 0xfff0000000000000) | 1ULL << next() % 52;
  case 3:
    return (any & 0x800fffffffffffff) | (next() % 4) << 52;
  default:
    return any;
  }
}

static double double_of(u64 bits) {
  union both64 b;
  b.u = bits;
  return b.d;
}

static float float_of(unsigned bits) {
  union both32 b;
  b.u = bits;
  return b.f;
}

static float any_float(void) {
  u64 any = next();
  switch (any % 4) {
  case 0:
    return (float)double_of(pattern64());
  case 1:
    return float_of((any >> 32 & 0x807fffff) | (unsigned)(127 - 30 + next() % 70) << 23);
  default:
    return float_of((unsigned)(any >> 20));
  }
}

static void note(u64 value) {
  hash = (hash ^ value) * 0x100000001b3ULL;
  hash ^= hash >> 29;
}

static void d(double x) {
  union both64 b;
  b.d = x;
  note(x != x ? 1 : b.u);
}

static void f(float x) {
  union both32 b;
  b.f = x;
  note(x != x ? 1 : b.u);
}

static double x, y;
static float s, t;

static void begin(void) {
  u64 a = pattern64();
  x = double_of(a);
  y = double_of(next() % 3 ? pattern64() : a ^ next() % 4 ^ next() % 2 << 63);
  s = any_float();
  t = next() % 3 ? any_float() : s;
}

#define EACH(name, statement)                                                                      \
  state = 0x9e3779b97f4a7c15ULL;                                                                   \
  hash = 0;                                                                                        \
  for (int i = 0; i < CASES; i++) {                                                                \
    begin();                                                                                       \
    statement;                                                                                     \
  }                                                                                                \
  printf("%s %llx\n", name, hash);

// Of a rest of zero, the sign is anything where the divisor is about subnormal: versions of the library differ.
#define SIGN_TOLD(rest, divisor) ((rest) != 0 || fabs(divisor) >= 0x1p-1000)
#define INSIDE(low, high) ((x) > (low) && (x) < (high))

static void operators(void) {
  EACH("add", d(x + y); f(s + t))
  EACH("sub", d(x - y); f(s - t))
  EACH("mul", d(x * y); f(s * t))
  EACH("div", d(x / y); f(s / t))
  EACH("neg", d(-x); f(-s); d(+x))
  EACH("compare", note(x < y | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5))
  EACH("comparef", note(s < t | (s <= t) << 1 | (s == t) << 2 | (s != t) << 3 | !s << 4 | (s && t) << 5))
  EACH("mixed", d(x + s); d(s * y); f(s += y); x *= s; d(x); d(x++); d(--y); f(t--))
}

static void conversions(void) {
  EACH("narrow", f((float)x); d((double)s))
  EACH("from", u64 u = pattern64() >> next() % 64; d((double)u); f((float)u); d((double)(long long)u);
       f((float)(long long)u); d((double)(int)u); f((float)(int)u); f((float)(unsigned)u); d((char)u))
  EACH("int", if (INSIDE(-2147483649.0, 2147483648.0)) note((u64)(int)x))
  EACH("unsigned", if (INSIDE(-1, 4294967296.0)) note((unsigned)x))
  EACH("long", if (x >= -0x1p63 && x < 0x1p63) note((u64)(long long)x))
  EACH("ulong", if (INSIDE(-1, 0x1p64)) note((u64)x))
  EACH("char", if (INSIDE(-129, 128)) note((u64)(signed char)x); if (INSIDE(-1, 256)) note((unsigned char)x))
  EACH("floats", if (s > -1 && s < 0x1p64f) note((u64)s); if (s >= -0x1p31f && s < 0x1p31f) note((u64)(int)s))
  EACH("bool", note((_Bool)x); note((_Bool)s); int i = 100; if (INSIDE(-1000, 1000)) i *= x; note((u64)i))
}

static void functions(void) {
  int e = 0;
  double w = 0;
  float v = 0;
  EACH("fabs", d(fabs(x)); f(fabsf(s)))
  EACH("sqrt", d(sqrt(x)); f(sqrtf(s)))
  EACH("floor", d(floor(x)); f(floorf(s)))
  EACH("ceil", d(ceil(x)); f(ceilf(s)))
  EACH("trunc", d(trunc(x)); f(truncf(s)))
  EACH("round", d(round(x)); f(roundf(s)))
  EACH("lround", if (fabs(x) < 1e9) note((u64)(long long)lround(x)); if (fabs(x) < 1e18) note((u64)llround(x)))
  EACH("lrint", if (fabs(x) < 1e9) note((u64)(long long)lrint(x)); if (fabsf(s) < 1e18f) note((u64)llrintf(s)))
  EACH("rint", d(rint(x)); f(rintf(s)); d(nearbyint(y)))
  EACH("fmod", d(fmod(x, y)); f(fmodf(s, t)))
  EACH("remainder", w = remainder(x, y); if (SIGN_TOLD(w, y)) d(w); f(remainderf(s, t)))
  EACH("minmax", if (x != x || y != y || (x == 0 && y == 0)) continue; w = fmin(x, y); d(w); w = fmax(x, y); d(w))
  EACH("copysign", if (y == y) d(copysign(x, y)); if (t == t) f(copysignf(s, t)))
  EACH("class", note((u64)(fpclassify(x) + 8 * fpclassify(s))); note(isnan(x) != 0); note(isinf(y) != 0);
       note(isfinite(x) != 0); if (x == x) note(signbit(x) != 0))
  EACH("ldexp", int n = (int)(next() % 4400) - 2200; d(ldexp(x, n)); d(scalbn(y, n / 2)); f(ldexpf(s, n / 8)))
  EACH("frexp", d(frexp(x, &e)); if (x - x == 0) note((u64)e); f(frexpf(s, &e)))
  EACH("modf", d(modf(x, &w)); d(w); f(modff(s, &v)); f(v))
  EACH("nextafter", d(nextafter(x, y)); f(nextafterf(s, t)))
  EACH("fdim", d(fdim(x, y)))
  EACH("fma", d(fma(x, y, next() % 2 ? -x * y : double_of(pattern64()))); f(fmaf(s, t, next() % 2 ? -s * t : any_float())))
  EACH("remquo", e = 0; w = remquo(x, y, &e); if (SIGN_TOLD(w, y)) d(w); if (fabs(x) < 1e300 && y == y && y != 0) note((u64)(e & 3)))
  EACH("logb", d(logb(x)); f(logbf(s)); note((u64)ilogb(x)); d(scalbln(x, (long)(next() % 4400) - 2200)))
}

int main(void) {
  operators();
  conversions();
  functions();
  printf("%f %.3e %g %a %10.2f|%-8.1f|%+g %G %F\n", 1.0 / 3, 12345.678, 1e-5, 0.75, 2.125, 0.25, 3.0, 1e20, 1 / 0.0);
  return 0;
}
