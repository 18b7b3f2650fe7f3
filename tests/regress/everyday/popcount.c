// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Counting ones and reversing bits, each in two ways.
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int count_plainly(uint32_t x) {
  int n = 0;
  for (int i = 0; i < 32; i++) n += (x >> i) & 1;
  return n;
}

static int count(uint32_t x) {
  x = x - ((x >> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  return (int)((x * 0x01010101) >> 24);
}

static uint32_t reverse_plainly(uint32_t x) {
  uint32_t r = 0;
  for (int i = 0; i < 32; i++) r |= ((x >> i) & 1) << (31 - i);
  return r;
}

static uint32_t reverse(uint32_t x) {
  x = ((x >> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >> 2) & 0x33333333) | ((x & 0x33333333) << 2);
#ifdef SEEDED
  x = ((x >> 4) & 0x0f0f0f07) | ((x & 0x0f0f0f0f) << 4);
#else
  x = ((x >> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
#endif
  x = ((x >> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >> 16) | (x << 16);
}

int main(void) {
  uint32_t x = __VERIFIER_nondet_uint();
  assert(count(x) == count_plainly(x));
  assert(reverse(x) == reverse_plainly(x));
  return 0;
}
