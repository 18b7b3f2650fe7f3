// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Neighbours in the Gray code differ in one bit, and it can be turned back.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned short gray(unsigned short v) { return (unsigned short)(v ^ v >> 1); }
static unsigned short back(unsigned short g) {
  g ^= g >> 8;
  g ^= g >> 4;
#ifndef SEEDED
  g ^= g >> 2;
#endif
  g ^= g >> 1;
  return g;
}

int main(void) {
  unsigned short v = __VERIFIER_nondet_ushort(), next = (unsigned short)(v + 1);
  assert(back(gray(v)) == v);
  unsigned d = gray(v) ^ gray(next);
  assert(d && !(d & (d - 1)));
  return 0;
}
