// KLEENE: command=run args="--input 3e9" ending="undefined behaviour" exit=11 line=8
// KLEENE: command=run args="--input -2147483648.9" ending=returned exit=0
// KLEENE: command=run args="--input nan" ending="undefined behaviour" exit=11 line=8
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  int i = (int)x;
  return i == -2147483647 - 1 ? 0 : 1;
}
