// KLEENE: args="--property valid-deref" expect=false(valid-deref) engines=one
// The address leaves its object for the one that may lie behind it.
int __VERIFIER_nondet_int(void);

int a[2], b[2];

int main(void) {
  int *p = __VERIFIER_nondet_int() ? a : b;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  for (int i = 0; i < n; i++)
    p++;
  return *p;
}
