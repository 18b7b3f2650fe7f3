// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// A loop that counts down.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  int x = n;
  while (x > 0) x--;
  if (x == 0) reach_error();
  return 0;
}
