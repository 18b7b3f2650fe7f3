// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// Backward over the first loop, one state chosen behind it, and forward over the second one.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  int y = 0;
  __VERIFIER_assume(n >= 1000000 && n < 2000000000);
  __VERIFIER_assume(x >= 0 && x <= 2);
  while (x < n) x = x + 3;
  if (x != n + 1) return 0;
  while (y < n) y++;
  if (y == n) reach_error();
  return 0;
}
