// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each round of a loop, and each call, leads to a lower rank."
// The loop begins where the procedure does.
extern int __VERIFIER_nondet_int(void);

int down(int n) {
  while (n > 0) n -= 3;
  return n;
}

int main(void) {
  return down(__VERIFIER_nondet_int());
}
