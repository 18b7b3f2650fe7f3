// KLEENE: args="--property termination --engine termination" expect=true
// A machine with states: the number becomes less in one of them, and is positive there.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0;
  int n = __VERIFIER_nondet_int();
  while (state != 3) {
    if (state == 0)
      state = n <= 0 ? 3 : 1;
    else if (state == 1) {
      n--;
      state = 2;
    } else
      state = 0;
  }
  return 0;
}
