// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Three bytes to four characters and back.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static char letter(unsigned v) {
  v &= 63;
  if (v < 26) return (char)('A' + v);
  if (v < 52) return (char)('a' + v - 26);
  if (v < 62) return (char)('0' + v - 52);
  return v == 62 ? '+' : '/';
}

static unsigned number(char c) {
  if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A');
  if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a' + 26);
#ifdef SEEDED
  if (c >= '0' && c < '9') return (unsigned)(c - '0' + 52);
#else
  if (c >= '0' && c <= '9') return (unsigned)(c - '0' + 52);
#endif
  return c == '+' ? 62 : 63;
}

int main(void) {
  unsigned char in[3];
  char text[4];
  for (int i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();
  unsigned all = (unsigned)in[0] << 16 | in[1] << 8 | in[2], back = 0;
  for (int i = 0; i < 4; i++) text[i] = letter(all >> (18 - 6 * i));
  for (int i = 0; i < 4; i++) back = back << 6 | number(text[i]);
  assert(back == all);
  return 0;
}
