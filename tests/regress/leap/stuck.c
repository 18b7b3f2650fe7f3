// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=unknown
// KLEENE: args="--engine leap --time-limit 60" expect=unknown
// The loop is never left: the way on is not possible.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  int x = 0;
  while (x < n) {
    if (x < 100) x++;
  }
  reach_error();
  return 0;
}
