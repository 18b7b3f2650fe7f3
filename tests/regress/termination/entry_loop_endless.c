// KLEENE: args="--engine termination --property termination" expect=unknown
// The loop begins where the procedure does, and goes on for ever where n is not a multiple of 4.
extern int __VERIFIER_nondet_int(void);

int down(int n) {
  while (n != 0) n -= 4;
  return n;
}

int main(void) {
  return down(__VERIFIER_nondet_int());
}
