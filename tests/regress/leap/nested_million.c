// KLEENE: args="--engine leap --integers math --time-limit 60" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// A loop inside a loop. The bound is at least a million.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000);
  __VERIFIER_assume(n <= 100000000);
  int y = 0, x = 0;
  while (x < n) {
    x++;
    y = 0;
    while (y < n) y++;
  }
  if (y == n) reach_error();
  return 0;
}
