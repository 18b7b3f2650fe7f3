// Orders that C leaves open and gcc fixes: operands left to right, arguments right to left, the right
// side of a compound assignment first.
#include <stdio.h>

static int n;
static int next(void) {
  return ++n;
}
static int three(int a, int b, int c) {
  return a * 100 + b * 10 + c;
}
static int g;
static int set(int v) {
  g = v;
  return v;
}
static int a[10], b[10];
static int *p = a;
static int turn(void) {
  p = b;
  return 7;
}

int main(void) {
  printf("%d\n", three(next(), next(), next()));
  n = 0;
  printf("%d\n", next() * 10 - next());
  n = 0;
  a[next()] = next();
  printf("%d %d\n", a[1], a[2]);
  n = 0;
  a[1] = a[2] = 0;
  a[next()] += next();
  printf("%d %d\n", a[1], a[2]);
  n = 0;
  int list[3] = {next(), next(), next()};
  printf("%d %d %d\n", list[0], list[1], list[2]);
  n = 0;
  int (*table[4])(int, int, int) = {0, three, three, three};
  printf("%d\n", table[next()](next(), next(), next()));
  g = 1;
  a[g] = set(5);
  printf("%d %d\n", a[1], a[5]);
  g = 1;
  g += set(5);
  printf("%d\n", g);
  g = 1;
  printf("%d\n", g - set(5));
  g = 1;
  printf("%d\n", three(g, set(2), g));
  *p = turn();
  printf("%d %d\n", a[0], b[0]);
  return 0;
}
