// KLEENE: args="--engine leap --integers math --time-limit 60" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// Three loops in a row, each with a larger step. The bound is at least a million.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  __VERIFIER_assume(n <= 100000000);
  int x = 0;
  while (x < n) x = x + 1;
  while (x < 2 * n) x = x + 2;
  while (x < 3 * n) x = x + 3;
  reach_error();
  return 0;
}
