// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=unknown
// KLEENE: args="--engine leap --time-limit 60" expect=unknown
// The loop comes from 0 only, so it never leaves at n + 1; from 2 it would.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = 1000000;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x <= 2 && x % 3 == 0);
  while (x < n) x = x + 3;
  if (x == n + 1) reach_error();
  return 0;
}
