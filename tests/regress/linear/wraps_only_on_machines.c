// KLEENE: args="--engine linear --integers math" expect=true engines=one
// KLEENE: args="--engine linear" expect=unknown reason="not accepted" engines=one
// Over unbounded integers s = 2n is never negative; with machine integers it wraps, so the same invariants
// must not be accepted.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int s = 0;
  for (int i = 0; i < n; i++)
    s += 2;
  if (s < 0) reach_error();
  return 0;
}
