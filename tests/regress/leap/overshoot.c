// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=unknown
// KLEENE: args="--engine leap --time-limit 60" expect=unknown
// The inner loop leaves at 12, never at 10 or 11.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  int x = 0, y = 0;
  while (x < n) {
    y = 0;
    while (y < 10) y += 3;
    if (y != 12) reach_error();
    x++;
  }
  return 0;
}
