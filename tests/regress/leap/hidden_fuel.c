// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=unknown
// KLEENE: args="--engine leap --time-limit 60" expect=unknown
// The loop runs out of fuel long before the bound: a variable must not be hidden that a condition reads.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  int x = 0, h = 5;
  while (x < n && h > 0) {
    x++;
    h--;
  }
  if (x == n) reach_error();
  return 0;
}
