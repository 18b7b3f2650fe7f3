// KLEENE: args="--engine intervals --time-limit 100" expect=true engines=one
// A limited rate of change: that the output stays close to the input needs both branches and the old value.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  float y = 0;
  while (__VERIFIER_nondet_int()) {
    float want = __VERIFIER_nondet_float();
    __VERIFIER_assume(want >= -10.0f && want <= 10.0f);
    float old = y;
    float change = want - old;
    if (change > 2.0f)
      y = old + 2.0f;
    else if (change < -2.0f)
      y = old - 2.0f;
    else
      y = want;
    check(y >= -10.5f && y <= 10.5f);
  }
  return 0;
}
