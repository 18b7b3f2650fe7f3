// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Bytes to lengths of runs and back.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int pack(const unsigned char *in, int n, unsigned char *out) {
  int used = 0;
  for (int i = 0; i < n;) {
    int k = i + 1;
    while (k < n && in[k] == in[i]) k++;
#ifdef SEEDED
    out[used++] = (unsigned char)(k - i > 3 ? 3 : k - i);
#else
    out[used++] = (unsigned char)(k - i);
#endif
    out[used++] = in[i];
    i = k;
  }
  return used;
}

int main(void) {
  unsigned char in[4], packed[8], back[4];
  for (int i = 0; i < 4; i++) in[i] = __VERIFIER_nondet_uchar(), back[i] = 0;
  int used = pack(in, 4, packed), n = 0;
  for (int i = 0; i < used; i += 2)
    for (int k = 0; k < packed[i] && n < 4; k++) back[n++] = packed[i + 1];
  assert(n == 4);
  for (int i = 0; i < 4; i++) assert(back[i] == in[i]);
  return 0;
}
