// KLEENE: args="--engine leap --time-limit 60 --integers math --property termination" expect=false(termination)
// KLEENE: args="--engine leap --time-limit 60 --property termination" expect=false(termination)
// A long loop, and behind it one that never ends if x begins above 0.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  int i = 0;
  while (i < n) i++;
  while (x > 0)
    if (i < n) x--;
  return 0;
}
