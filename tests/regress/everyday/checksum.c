// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// The checksum of the internet protocols: a message with its checksum sums up to all ones.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned short sum(const unsigned short *w, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) s += w[i];
  s = (s & 0xffff) + (s >> 16);
#ifndef SEEDED
  s = (s & 0xffff) + (s >> 16);
#endif
  return (unsigned short)s;
}

int main(void) {
  unsigned short m[4];
  for (int i = 0; i < 3; i++) m[i] = __VERIFIER_nondet_ushort();
  m[3] = 0;
  m[3] = (unsigned short)~sum(m, 4);
  assert(sum(m, 4) == 0xffff);
  return 0;
}
