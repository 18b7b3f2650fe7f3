// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Numbers to bytes in network order and back, through memcpy.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned swap(unsigned v) {
#ifdef SEEDED
  return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xf00) | v >> 24;
#else
  return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
#endif
}

int main(void) {
  unsigned char wire[4];
  unsigned v = __VERIFIER_nondet_uint(), w = swap(v);
  memcpy(wire, &w, 4);
  assert(((unsigned)wire[0] << 24 | wire[1] << 16 | wire[2] << 8 | wire[3]) == v);
  assert(swap(w) == v);
  return 0;
}
