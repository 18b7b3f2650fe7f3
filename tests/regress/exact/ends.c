// KLEENE: args="--engine exact --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// KLEENE: args="--engine exact --property termination --integers math" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// Loops inside loops, and calls that go down.
extern int __VERIFIER_nondet_int(void);
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int(), i, j;
  for (i = 0; i < n; i++)
    for (j = n; j > i; j--) down(j);
  return 0;
}
