// KLEENE: args="--engine bmc" expect=unknown engines=one
// As number_through_void, with an object that has no declared type.
void reach_error(void); void *malloc(unsigned long); int x = 5; int f(void) {
  return x++; } unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long *l = malloc(sizeof *l); *l = __VERIFIER_nondet_ulong(); void *v = l; int **q = v; int *p = *q;
  if (p != &x) return 0; int r = *p + f(); if (r != 10) reach_error(); return 0; }
