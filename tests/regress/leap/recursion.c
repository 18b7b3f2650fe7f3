// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// The target lies at the bottom of a recursion.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

void f(int x, int n) {
  if (x >= n) {
    reach_error();
    return;
  }
  f(x + 1, n);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  f(0, n);
  return 0;
}
