// KLEENE: args="--engine exact --explain --integers math --property termination" expect=false(termination) shows="Predicates: ;; main ;; x <= 0 ;; Recurrent set: from each of these states the program can go on to another: ;; main:7  while (x > 0) ;; x > 0"
// KLEENE: args="--engine exact --explain --svcomp" expect=true shows="VERDICT: true"
// Counting up from a positive number never ends, if numbers do not.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0)
    x = x + 1;
  return 0;
}
