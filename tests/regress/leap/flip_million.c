// KLEENE: args="--engine leap --integers math --time-limit 60" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// No branch can be taken always: they have to be taken in turn. The bound is at least a million.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  __VERIFIER_assume(n <= 100000000);
  int x = 0, t = 1;
  while (x < n) {
    t = -t;
    if (__VERIFIER_nondet_bool()) x = x + t; else x = x - t;
  }
  reach_error();
  return 0;
}
