// KLEENE: args="--engine k-induction" expect=true engines=one
// The least number that was read is not above the largest one.
void reach_error(void);
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void) {
  double low = __VERIFIER_nondet_double();
  if (low != low) return 0;
  double high = low;
  while (__VERIFIER_nondet_int()) {
    double x = __VERIFIER_nondet_double();
    if (x < low) low = x;
    if (x > high) high = x;
  }
  if (!(low <= high)) reach_error();
  return 0;
}
