// KLEENE: args="--engine bmc" expect=unknown engines=one
// The pointer's bytes may be the number that leads to x, so the read and the call may come in either order.
void reach_error(void);
int x = 5, y; int f(void) {
  return x++; } unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int *p = &y; for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&p)[i] = __VERIFIER_nondet_uchar();
  if (p != &x) return 0; int r = *p + f(); if (r != 10) reach_error(); return 0; }
