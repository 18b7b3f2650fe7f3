// KLEENE: expect=true
// A read of what another operand writes: undefined where the pointers are equal.
void reach_error(void);
static int sum(int *p, int *q) { return *p + (*q = 3); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  int s = sum(p, &x);
  if (p == &x) reach_error();
  if (s != 5) reach_error();
  return 0;
}
