// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Sums that stay within a short.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

static short add(short a, short b) {
  int s = a + b;
#ifdef SEEDED
  if (s > 32768) return 32767;
#else
  if (s > 32767) return 32767;
#endif
  if (s < -32768) return -32768;
  return (short)s;
}

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short(), s = add(a, b);
  if (a >= 0) assert(s >= b);
  if (a <= 0) assert(s <= b);
  assert(s == add(b, a));
  return 0;
}
