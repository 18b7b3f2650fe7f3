// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// An unsigned counter.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  unsigned i = 0;
  __VERIFIER_assume(n >= 1000000000u);
  while (i < n) i++;
  if (i == n) reach_error();
  return 0;
}
