// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// The loop calls a procedure in every round.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int next(int x) {
  if (x % 2 == 0) return x + 1;
  return x + 3;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  int x = 0;
  while (x < n) x = next(x);
  reach_error();
  return 0;
}
