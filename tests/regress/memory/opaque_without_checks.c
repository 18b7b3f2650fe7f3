// KLEENE: args="--property valid-deref --time-limit 60" expect=unknown reason="long double" engines=one
// Nothing to check, but what is not modelled is reached.
long double __VERIFIER_nondet_longdouble(void);
int main(void) {
  long double x = __VERIFIER_nondet_longdouble();
  x = x + x;
  return 0;
}
