// KLEENE: args="--engine intervals" expect=true
// KLEENE: args="--engine intervals --property no-overflow" expect=true
// KLEENE: expect=true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int positive(int n) {
  if (n <= 0)
    return 0;
  return positive(n - 1) > 0 ? 1 : 0;
}

int main(void) {
  int s = 0;
  for (int i = 0; i < 10; i++) {
    s = s + 2;
    if (s > 30)
      s = 0;
  }
  int r = positive(__VERIFIER_nondet_int() & 15);
  if (s % 2 || r > 1 || r < 0)
    reach_error();
  return 0;
}
