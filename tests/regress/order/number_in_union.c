// KLEENE: args="--engine bmc" expect=unknown engines=one
// The union's pointer may be the number that leads to x, so the read and the call may come in either order.
void reach_error(void);
int x = 5; int f(void) {
  return x++; }
union {
  int *p; unsigned long n; } u; unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  u.n = __VERIFIER_nondet_ulong();
  if (u.p != &x) return 0; int r = *u.p + f(); if (r != 10) reach_error(); return 0; }
