// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each round of a loop, and each call, leads to a lower rank."
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      ;
  return 0;
}
