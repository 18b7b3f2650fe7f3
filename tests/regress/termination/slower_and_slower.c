// KLEENE: args="--property termination --engine termination" expect=true
// The sum becomes less by more and more. That nothing wraps is seen from bounds of sums only.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  if (x < -65535 || x > 65535 || c < 2 || c > 65535) return 0;
  while (x + c >= 0) {
    x = x - c;
    c = c + 1;
  }
  return 0;
}
