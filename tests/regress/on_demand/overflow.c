// KLEENE: args="--property float-overflow --time-limit 60" expect=false(float-overflow) line=7 engines=one
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 1 && x < 1e300)) return 0;
  double y = x * 1e10;
  return y > 3;
}
