// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// The greatest common divisor, by recursion, divides both.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char gcd(unsigned char a, unsigned char b) {
  return b == 0 ? a : gcd(b, (unsigned char)(a % b));
}

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
#ifndef SEEDED
  if (a == 0 && b == 0) return 0;
#endif
  unsigned char g = gcd(a, b);
  assert(g != 0);
  if (g) assert(a % g == 0 && b % g == 0);
  return 0;
}
