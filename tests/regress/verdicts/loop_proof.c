// KLEENE: args="--engine chc" expect=true engines=one
// KLEENE: command=show args="--as smt2" exit=0
// Needs a relation between two variables at the loop head, and bounds so that nothing wraps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  int x = 0, y = 0;
  while (x < n) {
    x++;
    y += 2;
  }
  check(y == 2 * n);
  return 0;
}
