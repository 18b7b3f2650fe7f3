// KLEENE: args="--engine leap --time-limit 60 --integers math --property termination" expect=false(termination)
// KLEENE: args="--engine leap --time-limit 60 --property termination" expect=false(termination)
// KLEENE: args="--engine exact --time-limit 60 --property termination" expect=false(termination)
// Every round passes a long loop, and there is no last one. The bound is not known.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  while (1) {
    int i = 0;
    while (i < n) i++;
  }
}
