// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// Two procedures call each other.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

void odd(int x);
void even(int x) {
  if (x == 0) reach_error();
  else odd(x - 1);
}
void odd(int x) {
  if (x > 0) even(x - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1000000 && n <= 100000000);
  even(n);
  return 0;
}
