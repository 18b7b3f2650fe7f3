// KLEENE: args="--engine termination --property termination" expect=unknown
// The inner call returns n at times.
extern int __VERIFIER_nondet_int(void);

int f(int n) {
  if (n > 100) return n - 11;
  return f(f(n + 11));
}

int main(void) {
  return f(__VERIFIER_nondet_int());
}
