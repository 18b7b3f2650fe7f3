// The bit functions of the compiler and of libc, on every single bit and on random numbers.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void bits(unsigned long long x) {
  unsigned long l = (unsigned long)x;
  unsigned u = (unsigned)x;
  printf("%llx:", x);
  printf(" %d %d %d", __builtin_popcountll(x), __builtin_popcountl(l), __builtin_popcount(u));
  printf(" %d %d %d", __builtin_parityll(x), __builtin_parityl(l), __builtin_parity(u));
  printf(" %d %d %d", __builtin_clrsbll(x), __builtin_clrsbl(l), __builtin_clrsb(u));
  printf(" %d %d %d", __builtin_ffsll(x), __builtin_ffsl(l), __builtin_ffs(u));
  printf(" %d %d %d", ffsll(x), ffsl(l), ffs(u));
  if (x) printf(" %d %d", __builtin_clzll(x), __builtin_ctzll(x));
  if (l) printf(" %d %d", __builtin_clzl(l), __builtin_ctzl(l));
  if (u) printf(" %d %d", __builtin_clz(u), __builtin_ctz(u));
  printf(" %x %x %llx\n", __builtin_bswap16(u), __builtin_bswap32(u), __builtin_bswap64(x));
}

int main(void) {
  bits(0);
  for (int i = 0; i < 64; i++) {
    bits(1ULL << i);
    bits(-1ULL << i);
    bits(-1ULL >> i);
  }
  unsigned long long x = 88172645463325252ULL;
  for (int i = 0; i < 100; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    bits(x >> (x % 61));
  }
  return 0;
}
