// KLEENE: args="--engine leap --integers math --time-limit 60" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// Steps forward and backward; one of the free choices has to be avoided. The bound is at least a million.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  __VERIFIER_assume(n <= 100000000);
  int x = 0;
  while (x < n) {
    if (x % 2 == 1) {
      if (__VERIFIER_nondet_bool()) x = x - 1; else x = x - 3;
    } else if (x % 4 == 0) {
      x = x + 5;
    } else {
      x = x + 1;
    }
  }
  reach_error();
  return 0;
}
