// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Code points to UTF-8 and back.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static int encode(unsigned c, unsigned char *out) {
  if (c < 0x80) {
    out[0] = (unsigned char)c;
    return 1;
  }
#ifdef SEEDED
  if (c <= 0x800) {
#else
  if (c < 0x800) {
#endif
    out[0] = (unsigned char)(0xc0 | c >> 6);
    out[1] = 0x80 | (c & 0x3f);
    return 2;
  }
  out[0] = (unsigned char)(0xe0 | c >> 12);
  out[1] = 0x80 | (c >> 6 & 0x3f);
  out[2] = 0x80 | (c & 0x3f);
  return 3;
}

static unsigned decode(const unsigned char *in) {
  if (in[0] < 0x80) return in[0];
  if (in[0] < 0xe0) return (in[0] & 0x1fu) << 6 | (in[1] & 0x3f);
  return (in[0] & 0xfu) << 12 | (in[1] & 0x3fu) << 6 | (in[2] & 0x3f);
}

int main(void) {
  unsigned char text[3] = {0, 0, 0};
  unsigned c = __VERIFIER_nondet_ushort();
  int n = encode(c, text);
  assert(decode(text) == c);
  assert(n == (c < 0x80 ? 1 : c < 0x800 ? 2 : 3));
  return 0;
}
