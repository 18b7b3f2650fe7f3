// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Operations chosen from a table of functions; each has its inverse.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct operation {
  unsigned (*run)(unsigned, unsigned);
  unsigned (*back)(unsigned, unsigned);
};
static unsigned plus(unsigned a, unsigned b) { return a + b; }
static unsigned minus(unsigned a, unsigned b) { return a - b; }
static unsigned mix(unsigned a, unsigned b) { return a ^ b; }
static unsigned left(unsigned a, unsigned b) {
  b &= 31;
  return b ? a << b | a >> (32 - b) : a;
}
static unsigned right(unsigned a, unsigned b) {
  b &= 31;
#ifdef SEEDED
  return a >> b | a << (31 - b);
#else
  return b ? a >> b | a << (32 - b) : a;
#endif
}
static const struct operation table[4] = {{plus, minus}, {minus, plus}, {mix, mix}, {left, right}};

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  const struct operation *o = &table[__VERIFIER_nondet_uchar() & 3];
  assert(o->back(o->run(a, b), b) == a);
  return 0;
}
