// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// The loop begins where the procedure does.
extern int __VERIFIER_nondet_int(void);

int down(int n) {
  while (n > 0) n -= 3;
  return n;
}

int main(void) {
  return down(__VERIFIER_nondet_int());
}
