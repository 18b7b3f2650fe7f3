// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A string turned round twice is what it was.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static void reverse(char *s) {
  int n = (int)strlen(s);
#ifdef SEEDED
  for (int i = 0; i <= n / 2 && i < n; i++) {
#else
  for (int i = 0; i < n / 2; i++) {
#endif
    char c = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = c;
  }
}

int main(void) {
  char s[6], t[6];
  for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  strcpy(t, s);
  reverse(t);
  unsigned n = (unsigned)strlen(s);
  assert(strlen(t) == n);
  for (unsigned i = 0; i < n; i++) assert(t[i] == s[n - 1 - i]);
  return 0;
}
