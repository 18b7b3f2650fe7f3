// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Bytes as hexadecimal digits, small or capital, and back.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static const char digits[] = "0123456789abcdef";

static int value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
#ifdef SEEDED
  if (c >= 'A' && c < 'F') return c - 'A' + 10;
#else
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
#endif
  return -1;
}

int main(void) {
  unsigned char in[3];
  char text[7];
  int capital = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++) {
    in[i] = __VERIFIER_nondet_uchar();
    text[2 * i] = digits[in[i] >> 4];
    text[2 * i + 1] = digits[in[i] & 15];
  }
  text[6] = 0;
  for (int i = 0; i < 6; i++)
    if (capital && text[i] >= 'a') text[i] = (char)(text[i] - 32);
  for (int i = 0; i < 3; i++) {
    int high = value(text[2 * i]), low = value(text[2 * i + 1]);
    assert(high >= 0 && low >= 0);
    assert((unsigned char)(high << 4 | low) == in[i]);
  }
  return 0;
}
