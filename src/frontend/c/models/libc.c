// SPDX-License-Identifier: Apache-2.0
// Models of libc functions, as C that the front end reads like any other file, when a program calls
// one of these functions without defining it.
typedef __SIZE_TYPE__ size_t;

int abs(int x) {
  return x < 0 ? -x : x;
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
