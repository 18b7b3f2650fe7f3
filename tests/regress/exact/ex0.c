// KLEENE: args="--engine exact --integers math --spec 'EF label(ERROR)'" expect=false(spec)
// KLEENE: args="--engine exact --integers math --spec 'EG !label(END)'" expect=true
// KLEENE: args="--engine exact --integers math --label ERROR" expect=true
// KLEENE: args="--engine exact --integers math --property termination" expect=false(termination)
// KLEENE: args="--engine exact --label ERROR" expect=false(unreach-call)
// Machine integers wrap: x + 1 is not positive after the largest x. (EX_0 of the paper.)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 0) {
    while (x > 0) {
      x = x + 1;
      if (x <= 0) { ERROR: ; }
    }
  } else {
    while (y > 0) y = y - 1;
  }
  return 0;
}
