// KLEENE: args="--check nan --time-limit 60" property=none expect=false(nan) line=8 engines=one
// KLEENE: args="--property float-overflow,float-div-by-zero --time-limit 60" expect=true engines=one
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x <= 100 && x >= -100)) return 0;
  double y = __builtin_sqrt(x);
  return y + 1 > 3;
}
