// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Decimal digits to a number, which is refused where it does not fit a byte.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

/* -1 if it is no number, or too great. */
static int parse(const char *s) {
  int v = 0;
  if (!*s) return -1;
  for (; *s; s++) {
    if (*s < '0' || *s > '9') return -1;
    v = 10 * v + (*s - '0');
#ifdef SEEDED
    if (v > 256) return -1;
#else
    if (v > 255) return -1;
#endif
  }
  return v;
}

int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  int v = parse(s);
  assert(v >= -1 && v <= 255);
  if (v >= 0) assert(s[0] >= '0' && s[0] <= '9');
  if (v >= 100) assert(s[0] - '0' == v / 100 && s[2] - '0' == v % 10);
  return 0;
}
