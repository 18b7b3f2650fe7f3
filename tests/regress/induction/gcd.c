// KLEENE: args="--engine k-induction" expect=true
// What the result of a recursive function is needs what its arguments are, in all calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int gcd(int a, int b) {
  if (a == b) return a;
  if (a > b) return gcd(a - b, b);
  return gcd(a, b - a);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 1 || a > 20 || b < 1 || b > 20) return 0;
  int r = gcd(a, b);
  if (r < 1 || r > a || r > b) reach_error();
  return 0;
}
