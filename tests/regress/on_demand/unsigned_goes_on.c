// KLEENE: args="--check unsigned-overflow --time-limit 60" property=none expect=false(unsigned-overflow) line=11 engines=one
// Executions go on behind the event: the assertion fails only there.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned c = 0;
  if (a > 5) c = 1;
  if (a < 4000000000u) return 0;
  c += a * 2;
  assert(c < 3000000000u);
  return 0;
}
