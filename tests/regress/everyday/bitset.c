// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A set of numbers below 64 as bits.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned set[2];
#ifdef SEEDED
static void add(unsigned char n) { set[n >> 5 & 1] |= 1u << (n & 15); }
#else
static void add(unsigned char n) { set[n >> 5 & 1] |= 1u << (n & 31); }
#endif
static void drop(unsigned char n) { set[n >> 5 & 1] &= ~(1u << (n & 31)); }
static int has(unsigned char n) { return set[n >> 5 & 1] >> (n & 31) & 1; }

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 63, b = __VERIFIER_nondet_uchar() & 63;
  add(a);
  assert(has(a));
  add(b);
  assert(has(a) && has(b));
  drop(a);
  assert(!has(a) && (a == b || has(b)));
  return 0;
}
