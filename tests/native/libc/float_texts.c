// Numbers with points and exponents in strings: values that the model computes, and where all others end.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CASES
#define CASES 150
#endif

static unsigned long long state = 88172645463325252ULL;

static unsigned next(unsigned below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)((state >> 20) % below);
}

static const char *const exact[] = {
    "0", "-0", "+0.0", "1", " \t\n-1.5", "3.14159", ".5", "5.", "1e3", "1e+3", "1E-3x", "-.25e2", "1e", "1e+", "0e999999999",
    "123456789012345", "0.1", "1e22", "1e-22", "000000000000000000000000001.5", "0.0000001", "7e", "2.5.5", "1..2", "9e-1e1",
};

static const char *const others[] = {
    "", ".", "-", "+.", "e5", ".e5", "x", "inf", "-INF", "infinit", "Infinity!", "nan", "NaN(12_z)", "nan(", "nan(-)", "in", "na",
    "0x", "0x.", "0xg", "0x1F", "0X.8p3z", "0x1p", "0x1p+", "-0x1.8P-2", "1e400", "1e-400", "12345678901234567890.5e-3",
    "0.00000000000000000000000000000000000000000000000001", "- 1", "1 e5", "1e- 5", "0x1.2.3",
};

static void value(const char *s) {
  char *end;
  errno = 0;
  double d = strtod(s, &end);
  unsigned long long bits;
  memcpy(&bits, &d, 8);
  printf("%s: %llx %d %d", s, bits, (int)(end - s), errno);
  d = atof(s);
  memcpy(&bits, &d, 8);
  printf(" %llx\n", bits);
}

static void short_value(const char *s) {
  float f = strtof(s, 0);
  unsigned bits;
  memcpy(&bits, &f, 4);
  printf("%s: %x\n", s, bits);
}

int main(void) {
  for (unsigned t = 0; t < sizeof exact / sizeof *exact; t++)
    value(exact[t]);
  for (unsigned t = 0; t < sizeof others / sizeof *others; t++) {
    char *end;
    strtod(others[t], &end);
    printf("%s: %d", others[t], (int)(end - others[t]));
    strtof(others[t], &end);
    printf(" %d\n", (int)(end - others[t]));
  }
  for (int i = 0; i < CASES; i++) {
    char text[40];
    unsigned digits = 1 + next(14), at = 0, point = next(digits + 1);
    if (next(2)) text[at++] = '-';
    for (unsigned d = 0; d < digits; d++) {
      if (d == point) text[at++] = '.';
      text[at++] = (char)('0' + next(10));
    }
    text[at] = 0;
    if (next(2)) sprintf(text + at, "e%d", (int)next(15) - 7);
    value(text);
    sprintf(text, "%u.%ue%d", next(1000), next(1000), (int)next(11) - 5);
    short_value(text);
  }
  return 0;
}
