// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// The right choice depends on whether x is even.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0;
  __VERIFIER_assume(n >= 1000000 && n < 2000000000);
  while (x < n) {
    _Bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assume(b == (x % 2 == 0));
    x = x + 1;
  }
  reach_error();
  return 0;
}
