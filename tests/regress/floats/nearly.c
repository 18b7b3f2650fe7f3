// KLEENE: expect=false(unreach-call) native=yes engines=one
// As polynomial.c, with a bound that some inputs exceed.
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= -1.5 && x <= 1.5);
  double y = x - x * x * x / 6;
  if (!(y < 0.93)) reach_error();
  return 0;
}
