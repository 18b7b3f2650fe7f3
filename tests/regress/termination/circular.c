// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// Unsigned numbers wrap, so i comes to n on any way.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  unsigned n = __VERIFIER_nondet_uint();
  while (i != n) i++;
  return 0;
}
