// KLEENE: args="--property termination --engine termination" expect=true
// Newton's iteration: whether it is near enough is hard to say, but the rounds are counted.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  double x = __VERIFIER_nondet_uint() % 100 + 1, guess = x;
  int rounds = 0;
  while (guess * guess - x > 1e-6 && rounds < 60) {
    guess = (guess + x / guess) / 2;
    rounds++;
  }
  return rounds;
}
