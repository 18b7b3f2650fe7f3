// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// Which of the three beginnings leads to n + 1 depends on n: theorem 1 does not have to know.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n < 2000000000);
  __VERIFIER_assume(x >= 0 && x <= 2);
  while (x < n) x = x + 3;
  if (x == n + 1) reach_error();
  return 0;
}
