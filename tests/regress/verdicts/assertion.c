// KLEENE: expect=false(unreach-call) line=9 native=yes
// KLEENE: args="--property unreach-call" expect=false(unreach-call)
// A failing assert counts only where no property says what counts.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c != 255);
  return 0;
}
