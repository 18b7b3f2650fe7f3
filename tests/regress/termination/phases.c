// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
// First x may grow, until y is negative.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y > 1000 || y < -1000 || x > 1000) return 0;
  while (x >= 0 && x <= 100000000) {
    x = x + y;
    if (y > -2000) y = y - 1;
  }
  return 0;
}
