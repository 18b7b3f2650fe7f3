// KLEENE: args="--engine bmc" expect=unknown engines=one
// The pointer is read where a number was written that leads to x, so the read and the call may come in either order.
void reach_error(void); int x = 5; int f(void) {
  return x++; } unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(); void *v = &n; int **q = v; int *p = *q;
  if (p != &x) return 0; int r = *p + f(); if (r != 10) reach_error(); return 0; }
