// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=8 native=yes engines=one
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[6];
  int n = __VERIFIER_nondet_int();
  if (n < -100 || n > 999) return 0;
  sprintf(text, "%d;%x", n, n & 15);
  return text[0];
}
