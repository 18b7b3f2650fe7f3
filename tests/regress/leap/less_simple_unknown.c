// KLEENE: args="--engine leap --integers math --time-limit 60" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// The loop has two variables and a free choice. The bound is not known.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  x = 1;
  if (__VERIFIER_nondet_bool()) y = 1;
  while (x < n) {
    if (x >= y + 2) y = x;
    else if (__VERIFIER_nondet_bool()) x = x + 1;
    else y = x + 1;
  }
  if (x >= y) reach_error();
  return 0;
}
