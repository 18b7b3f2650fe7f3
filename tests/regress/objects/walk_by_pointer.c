// KLEENE: args="--property valid-deref" expect=true engines=one
// KLEENE: args="--property def-behavior --engine k-induction --time-limit 60" expect=true engines=one
#include <alloca.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  char *first = alloca(n), *end = first + n;
  for (char *p = first; p < end; p++)
    *p = 1;
  return 0;
}
