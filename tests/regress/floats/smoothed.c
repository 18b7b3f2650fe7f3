// KLEENE: args="--engine intervals --time-limit 60" expect=true engines=one
// Exponential smoothing as it is mostly written: the state occurs twice, so that bounds of one round are too wide.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  float y = 0;
  while (__VERIFIER_nondet_int()) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0f && x <= 5.0f);
    y += 0.125f * (x - y);
    if (!(y >= -1.0f && y <= 6.0f)) reach_error();
  }
  return 0;
}
