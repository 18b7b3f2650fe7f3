// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// The (7,4) code of Hamming: four bits survive the loss of any one of seven.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned encode(unsigned d) {
  unsigned a = d & 1, b = d >> 1 & 1, c = d >> 2 & 1, e = d >> 3 & 1;
  return (a ^ b ^ e) | (a ^ c ^ e) << 1 | a << 2 | (b ^ c ^ e) << 3 | b << 4 | c << 5 | e << 6;
}

static unsigned decode(unsigned word) {
  unsigned syndrome = 0;
  for (unsigned i = 1; i < 8; i++)
    if (word >> (i - 1) & 1) syndrome ^= i;
#ifdef SEEDED
  if (syndrome && syndrome != 6)
#else
  if (syndrome)
#endif
    word ^= 1u << (syndrome - 1);
  return (word >> 2 & 1) | (word >> 4 & 1) << 1 | (word >> 5 & 1) << 2 | (word >> 6 & 1) << 3;
}

int main(void) {
  unsigned data = __VERIFIER_nondet_uchar() & 15, broken = __VERIFIER_nondet_uchar() & 7;
  unsigned word = encode(data);
  if (broken < 7) word ^= 1u << broken;
  assert(decode(word) == data);
  return 0;
}
