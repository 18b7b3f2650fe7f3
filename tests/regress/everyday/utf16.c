// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// UTF-16: what is encoded comes back, and pairs are pairs of surrogates.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int encode(unsigned c, unsigned short *out) {
  if (c < 0x10000) {
    out[0] = (unsigned short)c;
    return 1;
  }
  c -= 0x10000;
  out[0] = (unsigned short)(0xd800 | c >> 10);
#ifdef SEEDED
  out[1] = (unsigned short)(0xdc00 | (c & 0x1ff));
#else
  out[1] = (unsigned short)(0xdc00 | (c & 0x3ff));
#endif
  return 2;
}

static unsigned decode(const unsigned short *in, int n) {
  if (n == 1) return in[0];
  return 0x10000 + ((in[0] & 0x3ffu) << 10 | (in[1] & 0x3ffu));
}

int main(void) {
  unsigned c = __VERIFIER_nondet_uint();
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return 0;
  unsigned short out[2];
  int n = encode(c, out);
  assert(decode(out, n) == c);
  if (n == 2) assert(out[0] >= 0xd800 && out[0] < 0xdc00 && out[1] >= 0xdc00 && out[1] < 0xe000);
  return 0;
}
