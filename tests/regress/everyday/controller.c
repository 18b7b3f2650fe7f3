// KLEENE: args="--engine k-induction" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A controller with an integral part that saturates, called for ever.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

static int integral;

static int control(int error) {
  integral += error;
  if (integral > 1000) integral = 1000;
#ifdef SEEDED
  if (integral < -10000) integral = -1000;
#else
  if (integral < -1000) integral = -1000;
#endif
  int out = 3 * error + integral / 4;
  if (out > 255) out = 255;
  if (out < -255) out = -255;
  return out;
}

int main(void) {
  for (;;) {
    int error = __VERIFIER_nondet_short();
    int out = control(error % 500);
    assert(out <= 255 && out >= -255);
    assert(integral <= 1000 && integral >= -1000);
  }
}
