// The string functions on random short strings over a small alphabet, so that matches are frequent.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static unsigned seed = 1;

static unsigned choose(unsigned below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % below;
}

static void random_string(char *s, unsigned longest) {
  static const char alphabet[] = "aabBcC\x80\xff";
  unsigned n = choose(longest + 1);
  for (unsigned i = 0; i < n; i++)
    s[i] = alphabet[choose(sizeof alphabet - 1)];
  s[n] = 0;
}

static int sign(int x) {
  return (x > 0) - (x < 0);
}

static int place(const char *found, const char *in) {
  return found ? (int)(found - in) : -1;
}

static void searches(void) {
  char a[16], b[16];
  random_string(a, 10);
  random_string(b, 3);
  int c = choose(2) ? b[0] : 'a';
  unsigned n = choose(12);
  printf("%s %s %d %u:", a, b, c, n);
  printf(" %d %d", (int)strlen(a), (int)strnlen(a, n));
  printf(" %d %d", place(strchr(a, c), a), place(strrchr(a, c), a));
  printf(" %d %d", place(index(a, c), a), place(rindex(a, c), a));
  printf(" %d %d", place(strchrnul(a, c), a), place(strstr(a, b), a));
  printf(" %d %d", (int)strspn(a, b), (int)strcspn(a, b));
  printf(" %d", place(strpbrk(a, b), a));
  if (n > strlen(a) + 1) n = strlen(a) + 1;
  printf(" %d %d\n", place(memchr(a, c, n), a), place(memrchr(a, c, n), a));
}

static void comparisons(void) {
  char a[8] = {0}, b[8] = {0};
  random_string(a, 3);
  random_string(b, 3);
  unsigned n = choose(5);
  printf("%s %s %u:", a, b, n);
  printf(" %d %d", sign(strcmp(a, b)), sign(strncmp(a, b, n)));
  printf(" %d %d", sign(strcasecmp(a, b)), sign(strncasecmp(a, b, n)));
  printf(" %d %d %d\n", sign(memcmp(a, b, n)), bcmp(a, b, n) != 0, sign(strcoll(a, b)));
}

static void show(const char *what, const char *buffer, unsigned size, int result) {
  printf("%s", what);
  for (unsigned i = 0; i < size; i++)
    printf(" %d", buffer[i]);
  printf(" -> %d\n", result);
}

static void copies(void) {
  char from[16] = {0}, to[32];
  random_string(from, 6);
  unsigned n = choose(9);
  memset(to, 'x', sizeof to);
  show("strcpy", to, 16, place(strcpy(to, from), to));
  memset(to, 'x', sizeof to);
  show("stpcpy", to, 16, place(stpcpy(to, from), to));
  memset(to, 'x', sizeof to);
  show("strncpy", to, 16, place(strncpy(to, from, n), to));
  memset(to, 'x', sizeof to);
  show("stpncpy", to, 16, place(stpncpy(to, from, n), to));
  strcpy(to, "ab");
  show("strcat", to, 3, place(strcat(to, from), to));
  show("strncat", to, 3, place(strncat(to, from, n), to));
  show("", to, strlen(to) + 1, 0);
  show("mempcpy", to, 8, place(mempcpy(to, from, n), to));
  show("memccpy", to, 8, place(memccpy(to, from, 'a', n), to));
  bcopy(to, to + 2, n);
  swab(to, to + 16, n);
  bzero(to + 4, choose(4));
  show("bytes", to, 16, 0);
  char *copy = strdup(from);
  char *part = strndup(from, n);
  show("strdup", copy, strlen(copy) + 1, 0);
  show("strndup", part, strlen(part) + 1, 0);
  free(copy);
  free(part);
}

static void tokens(void) {
  char text[24], other[24];
  random_string(text, 20);
  strcpy(other, text);
  for (char *t = strtok(text, "ab"); t; t = strtok(0, "Ba"))
    printf("<%s>", t);
  char *rest = other;
  for (char *t = strsep(&rest, "ab"); t; t = strsep(&rest, "ab"))
    printf("[%s]", t);
  printf("\n");
}

int main(void) {
  for (int i = 0; i < 300; i++) {
    searches();
    comparisons();
  }
  for (int i = 0; i < 60; i++) {
    copies();
    tokens();
  }
  return 0;
}
