// Qualified objects, extern and static linkage within a file, shadowing, block scope.
#include <stdio.h>

extern int later;
static volatile int shared = 4;
static const int fixed = 11;
volatile unsigned char port;
const volatile long clock_ticks = 77;
int shadow = 1;

static int read(void) {
  extern int shadow;
  return later + shadow;
}
int later = 20;

static volatile int *watch(volatile int *p) {
  return ++*p, p;
}

int main(void) {
  shared++;
  shared += shared * 2;
  port = 300 & 0x1ff;
  port--;
  printf("%d %d %d %ld\n", shared, fixed, port, clock_ticks);
  printf("%d\n", read());
  int shadow = 2;
  {
    int shadow = 3;
    shadow += 10;
    printf("%d\n", shadow);
  }
  printf("%d %d\n", shadow, read());
  for (int shadow = 0; shadow < 1; shadow++) {
    static int shadow = 100;
    shadow++;
    printf("%d\n", shadow);
    break;
  }
  const volatile int *p = watch(&shared);
  printf("%d %d\n", *p, shared == *p);
  register int fast = *watch(&shared) + 1;
  printf("%d\n", fast);
  return later;
}
