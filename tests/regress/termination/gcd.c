// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// The sum of both goes down, because both stay positive.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0) return 0;
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return a;
}
