// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A low-pass filter in fixed point stays between the least and the greatest sample.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int state = 0;
  for (int i = 0; i < 6; i++) {
    short sample = __VERIFIER_nondet_short();
    if (sample < 0 || sample > 1000) return 0;
#ifdef SEEDED
    state = state + (sample * 256 - state) / 8 * 9;
#else
    state = state + (sample * 256 - state) / 8;
#endif
    assert(state >= 0 && state <= 256 * 1000);
  }
  return 0;
}
