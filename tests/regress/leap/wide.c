// KLEENE: args="--engine leap --time-limit 60 --integers math" expect=false(unreach-call)
// KLEENE: args="--engine leap --time-limit 60" expect=false(unreach-call)
// A thousand million million rounds.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long n = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(n >= 1000000000000000LL);
  long long i = 0;
  while (i < n) i++;
  if (i == n) reach_error();
  return 0;
}
