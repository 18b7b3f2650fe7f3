// KLEENE: args="--engine exact" expect=false(unreach-call)
// KLEENE: args="--engine exact --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// A hundred million calls inside each other.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int f(int n) { return n <= 0 ? 6 : f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100000000 && f(n) > 5) reach_error();
  return 0;
}
