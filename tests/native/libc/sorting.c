// Sorting and searching through function pointers; equal elements keep their order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  short key;
  char number;
};

static unsigned seed = 7;

static unsigned choose(unsigned below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % below;
}

static int by_key(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int backwards(const void *a, const void *b) {
  return by_value(b, a);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void numbers(unsigned n) {
  int a[40];
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)choose(60) - 30;
  qsort(a, n, sizeof *a, choose(2) ? by_value : backwards);
  for (unsigned i = 0; i < n; i++)
    printf("%d ", a[i]);
  qsort(a, n, sizeof *a, by_value);
  for (int key = -31; key < 31; key++) {
    int *found = bsearch(&key, a, n, sizeof *a, by_value);
    printf("%d ", found ? (int)(found - a) : -1);
  }
  printf("\n");
}

int main(void) {
  for (unsigned n = 0; n < 20; n++)
    numbers(n);
  struct pair pairs[30];
  for (int i = 0; i < 30; i++) {
    pairs[i].key = (short)choose(5);
    pairs[i].number = (char)i;
  }
  qsort(pairs, 30, sizeof *pairs, by_key);
  for (int i = 0; i < 30; i++)
    printf("%d/%d ", pairs[i].key, pairs[i].number);
  const char *words[] = {"pear", "fig", "apple", "", "figs", "Zebra"};
  qsort(words, 6, sizeof *words, by_text);
  for (int i = 0; i < 6; i++)
    printf("<%s>", words[i]);
  printf("\n");
  return 0;
}
