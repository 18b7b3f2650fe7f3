// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Binary search in four sorted shorts finds what is there, and nothing else.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

static int find(const short *a, int n, short v) {
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == v) return middle;
    if (a[middle] < v)
      low = middle + 1;
    else
#ifdef SEEDED
      high = middle - 1;
#else
      high = middle;
#endif
  }
  return -1;
}

int main(void) {
  short a[4], v = __VERIFIER_nondet_short();
  int there = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_short();
    if (i > 0 && a[i] <= a[i - 1]) return 0;
    if (a[i] == v) there = 1;
  }
  int at = find(a, 4, v);
  assert((at >= 0) == there);
  if (at >= 0) assert(a[at] == v);
  return 0;
}
