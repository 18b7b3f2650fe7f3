// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Comparison of strings: an order, and equal strings have equal letters.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int compare(const unsigned char *a, const unsigned char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
#ifdef SEEDED
  return (signed char)*a - (signed char)*b;
#else
  return *a - *b;
#endif
}

int main(void) {
  unsigned char a[4], b[4], c[4];
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
    c[i] = __VERIFIER_nondet_uchar();
  }
  a[3] = b[3] = c[3] = 0;
  if (compare(a, b) < 0 && compare(b, c) < 0) assert(compare(a, c) < 0);
  if (compare(a, b) == 0)
    for (int i = 0; i < 3 && a[i]; i++) assert(a[i] == b[i]);
  if (a[0] > b[0]) assert(compare(a, b) > 0);
  return 0;
}
