// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// The library's qsort of four numbers, with a comparison that is called through a pointer.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
#ifdef SEEDED
  return x / 2 < y / 2 ? -1 : x / 2 > y / 2;
#else
  return x < y ? -1 : x > y;
#endif
}

int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
  qsort(a, 4, sizeof a[0], compare);
  for (int i = 1; i < 4; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
