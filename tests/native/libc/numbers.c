// Numbers in strings around every limit, and the small integer functions.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
    "", "0", "-0", "+7", " \t\n\v\f\r42x", "--1", "+-1", "0x", "0xg", "0x1F", "-0X1fz", "08", "017",
    "123abc", "zZ", "-zz", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295",
    "4294967296", "-4294967295", "-4294967296", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "-18446744073709551615", "-18446744073709551616", "99999999999999999999999999",
    "0xffffffffffffffff", "0x7fffffff", "01777777777777777777777", "10101", "-1010 1", " x",
};
static const int bases[] = {0, 2, 8, 10, 16, 36, 7, 1, 37, -1};

static void conversions(const char *s, int base) {
  char *end = (char *)s;
  int error; // what printf leaves in errno is open
  printf("%s/%d:", s, base);
  errno = 0;
  long l = strtol(s, &end, base);
  error = errno;
  printf(" %ld %d %d", l, (int)(end - s), error);
  errno = 0;
  unsigned long ul = strtoul(s, &end, base);
  error = errno;
  printf(" %lu %d %d", ul, (int)(end - s), error);
  errno = 0;
  long long ll = strtoll(s, &end, base);
  error = errno;
  printf(" %lld %d %d", ll, (int)(end - s), error);
  errno = ERANGE;
  unsigned long long ull = strtoull(s, 0, base);
  error = errno;
  printf(" %llu %d\n", ull, error);
}

int main(void) {
  for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++) {
    for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++)
      conversions(texts[t], bases[b]);
    printf("%d %ld %lld\n", atoi(texts[t]), atol(texts[t]), atoll(texts[t]));
  }
  const int small[] = {0, 1, -1, 12, INT_MAX, -INT_MAX, INT_MIN, 1 << 20};
  for (unsigned i = 0; i < sizeof small / sizeof *small; i++)
    printf("%d %d %d\n", ffs(small[i]), ffsl(small[i]), ffsll(4096LL * small[i]));
  for (int x = -2; x < 3; x++)
    printf("%d %ld %lld\n", abs(x), labs(x * 100000L), llabs(x * 10000000000LL));
  printf("%ld %lld\n", labs(-LONG_MAX), llabs(-LLONG_MAX));
  return 0;
}
