// KLEENE: args="--property float-overflow --time-limit 60" expect=false(float-overflow) line=6 engines=one
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = x;
  return y > 3;
}
