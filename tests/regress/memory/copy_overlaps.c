// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=8 native=yes engines=one
// KLEENE: args="--property valid-deref --engine bmc --time-limit 60" expect=true engines=one
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[8] = "abcdefg";
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 4) memcpy(a + 2, a, n);
  return a[3];
}
