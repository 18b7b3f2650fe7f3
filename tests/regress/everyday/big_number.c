// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Addition byte by byte is addition.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned add(const unsigned char *a, const unsigned char *b, unsigned char *c, int n) {
  unsigned carry = 0;
  for (int i = 0; i < n; i++) {
    carry += a[i] + b[i];
    c[i] = (unsigned char)carry;
#ifdef SEEDED
    carry = carry >= 256 && i != 2;
#else
    carry >>= 8;
#endif
  }
  return carry;
}

int main(void) {
  unsigned char a[4], b[4], c[4];
  unsigned long x = 0, y = 0, sum = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
    x |= (unsigned long)a[i] << 8 * i;
    y |= (unsigned long)b[i] << 8 * i;
  }
  unsigned carry = add(a, b, c, 4);
  for (int i = 0; i < 4; i++) sum |= (unsigned long)c[i] << 8 * i;
  assert(sum + ((unsigned long)carry << 32) == x + y);
  return 0;
}
