// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Numbers in groups of seven bits: at most five bytes, and they come back.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int put(unsigned v, unsigned char *out) {
  int n = 0;
  while (v >= 128) {
    out[n++] = (unsigned char)(v | 128);
    v >>= 7;
  }
  out[n++] = (unsigned char)v;
  return n;
}

static unsigned get(const unsigned char *in, int *n) {
  unsigned v = 0;
  int shift = 0;
  *n = 0;
  for (;;) {
    unsigned char b = in[(*n)++];
#ifdef SEEDED
    v |= (unsigned)(b & 127) << (shift > 21 ? 21 : shift);
#else
    v |= (unsigned)(b & 127) << shift;
#endif
    shift += 7;
    if (!(b & 128)) return v;
  }
}

int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  unsigned char out[5];
  int read, written = put(v, out);
  assert(written <= 5);
  assert(get(out, &read) == v && read == written);
  return 0;
}
