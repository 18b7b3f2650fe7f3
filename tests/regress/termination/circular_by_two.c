// KLEENE: args="--engine termination --property termination" expect=unknown
// Never ends if n - i is odd.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  unsigned n = __VERIFIER_nondet_uint();
  while (i != n) i += 2;
  return 0;
}
