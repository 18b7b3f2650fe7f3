// KLEENE: args="--property valid-deref" expect=true engines=one
// A string of any length: the walk ends at its terminator.
#include <alloca.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

static int length(const char *s) {
  const char *p = s;
  while (*p != 0)
    p++;
  return p - s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  char *s = alloca(n);
  for (int i = 0; i < n - 1; i++)
    s[i] = __VERIFIER_nondet_char();
  s[n - 1] = 0;
  return length(s) < 0;
}
