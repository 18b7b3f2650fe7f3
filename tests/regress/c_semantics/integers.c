// Integer types: promotions, conversions, wrap-around, shifts, division of negative numbers.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static signed char sc = -7;
static unsigned char uc = 200;
static short ss = -30000;
static unsigned short us = 60000;
static unsigned u = 4000000000u;
static long l = -5;
static unsigned long ul = 7;
static long long ll = -9000000000LL;
static unsigned long long ull = 18000000000000000000ULL;

enum small { NONE = -1, SOME = 5, MANY };
enum large { FIRST = 1, LAST = 4000000000u };

int main(void) {
  printf("%d %d %d %u\n", sc + uc, sc * ss, us * 2, (unsigned)(us << 16));
  printf("%d %d\n", sc < uc, (unsigned)sc < uc);
  printf("%d %d\n", sc < u, -1 < 0u);
  printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
  printf("%u %u\n", u / 3, u % 1000);
  printf("%d %d\n", ss >> 3, us >> 3);
  printf("%lld %llu\n", ll >> 5, ull >> 5);
  printf("%ld %lu %d\n", l * 3, ul - 9, l < ul);
  printf("%d\n", (int)sizeof(l) + (int)sizeof(void *) + (int)sizeof(long long));
  uc += 100;
  sc = (signed char)(sc * 40);
  ss -= 10000;
  us = (unsigned short)-3;
  printf("%d %d %d %d\n", uc, sc, ss, us);
  u <<= 4;
  u ^= 0xffu;
  printf("%u %u %u\n", u, ~u, -u);
  ull *= 3;
  ull |= 1;
  printf("%llu %lld\n", ull, (long long)ull);
  bool b = 17;
  _Bool c = &u != 0;
  printf("%d %d %d %d\n", b, c, b + c, !b);
  b += 5;
  b--;
  printf("%d %d\n", b, (bool)256);
  b = b ^ 1;
  printf("%d\n", b);
  enum small e = NONE;
  enum large f = LAST;
  printf("%d %d %d %u\n", e, e + MANY, e < 0, (unsigned)f);
  e = (enum small)(e + 3);
  printf("%d\n", e);
  printf("%d %d\n", INT_MAX, INT_MIN);
  printf("%d %d\n", (char)200, (signed char)0x80);
  int64_t big = (int64_t)1 << 40;
  printf("%d %d\n", (int)(big >> 38), (int)big);
  printf("%d %d %d\n", 'a', '\xff', '\n');
  printf("%lu %ld\n", (unsigned long)-1 / 2, (long)(unsigned)-1 / 2);
  unsigned char x = 255;
  printf("%d ", x++);
  printf("%d\n", x);
  printf("%d ", --x);
  printf("%d\n", (x += 2, x));
  short s2 = 32767;
  s2++;
  printf("%d\n", s2);
  printf("%d\n", (sc & 0x0f) | (uc ^ 3));
  printf("%d %d\n", 1 ? -1 : 0u < 1, (1 ? -1 : 0u) < 1);
  return (int)(u % 251);
}
