// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Runs of equal bytes as pairs, and back with memset.
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define N 5
static int encode(const unsigned char *in, int n, unsigned char *out) {
  int o = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && in[i + run] == in[i]) run++;
    out[o++] = (unsigned char)run;
    out[o++] = in[i];
    i += run;
  }
  return o;
}
static int decode(const unsigned char *in, int n, unsigned char *out) {
  int o = 0;
  for (int i = 0; i + 1 < n; i += 2) {
#ifdef SEEDED
    memset(out + o, in[i + 1], in[i] == N ? N - 1 : in[i]);
#else
    memset(out + o, in[i + 1], in[i]);
#endif
    o += in[i];
  }
  return o;
}
int main(void) {
  unsigned char a[N], code[2 * N], b[N] = {0};
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  int n = encode(a, N, code);
  int m = decode(code, n, b);
  assert(m == N);
  assert(memcmp(a, b, N) == 0);
  return 0;
}
