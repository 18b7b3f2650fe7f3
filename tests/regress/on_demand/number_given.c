// KLEENE: args="--property nan --time-limit 60" expect=true engines=one
// A NaN that comes from outside is none that an operation on numbers gave.
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = x * 0.5;
  return y > 3;
}
