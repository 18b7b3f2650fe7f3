// KLEENE: args="--engine intervals" expect=true
// A filter of first order: its state stays within the sum of a geometric series.
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  double state = 0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    __VERIFIER_assume(in >= -1.0 && in <= 1.0);
    state = 0.9 * state + in;
    if (!(state > -13 && state < 13)) reach_error();
  }
  return 0;
}
