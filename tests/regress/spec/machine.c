// KLEENE: args="--engine exact --spec 'EF label(ERROR)'" expect=true
// KLEENE: args="--engine exact --spec 'AG !label(ERROR)'" expect=false(spec)
// KLEENE: args="--engine exact --integers math --spec 'EF label(ERROR)'" expect=false(spec)
// KLEENE: args="--engine exact --integers math --spec 'AG !label(ERROR)'" expect=true
// KLEENE: args="--engine exact --spec 'EF label(NEVER)'" expect=false(spec)
// KLEENE: args="--engine exact --spec 'AG !label(NEVER)'" expect=true
// The smallest machine integer is its own negation; no integer is both negative and positive.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) {
    if (-x < 0) { ERROR: ; }
    if (x > 0) { NEVER: ; }
  }
  return 0;
}
