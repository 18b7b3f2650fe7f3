// KLEENE: args="--engine leap --time-limit 60 --integers math --property termination" expect=unknown
// KLEENE: args="--engine leap --time-limit 60 --property termination" expect=unknown
// Long rounds, but fewer and fewer are left.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  while (x > 0) {
    int i = 0;
    while (i < n) i++;
    x--;
  }
  return 0;
}
