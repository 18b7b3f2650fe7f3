// KLEENE: args="--engine bmc" expect=unknown engines=one
// The pointer is copied from a number that leads to x, so the read and the call may come in either order.
void reach_error(void); void *memcpy(void *, const void *, unsigned long);
int x = 5; int f(void) {
  return x++; } unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(); int *p = 0; memcpy(&p, &n, sizeof p);
  if (p != &x) return 0; int r = *p + f(); if (r != 10) reach_error(); return 0; }
