// KLEENE: expect=unknown
// Which sign a NaN has that was computed, nobody knows.
extern double __VERIFIER_nondet_double(void);
void reach_error(void) {}
int __signbit(double x);

int main(void) {
  double zero = 0;
  double none = zero / zero;
  if (__signbit(none)) reach_error();
  return 0;
}
