// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      ;
  return 0;
}
