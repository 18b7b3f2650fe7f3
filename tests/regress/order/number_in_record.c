// KLEENE: args="--engine bmc" expect=unknown engines=one
// As number_through_void, with records whose pointers lie in different places.
void reach_error(void); int x = 5; int f(void) {
  return x++; } unsigned long __VERIFIER_nondet_ulong(void);
struct a { unsigned long n; int *p; }; struct b { int *p; unsigned long n; };
int main(void) {
  struct a r = {__VERIFIER_nondet_ulong(), 0}; int *p = ((struct b *)&r)->p;
  if (p != &x) return 0; int s = *p + f(); if (s != 10) reach_error(); return 0; }
