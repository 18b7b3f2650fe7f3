// KLEENE: args="--property valid-deref" expect=false(valid-deref) engines=one
// The object of an activation that is over, in a loop of any length.
int __VERIFIER_nondet_int(void);

static int *kept;

static int use(int n) {
  int a[4];
  if (n > 0) kept = a;
  for (int i = 0; i < 4; i++)
    a[i] = n;
  return kept ? *kept : 0;
}

int main(void) {
  int s = 0;
  while (__VERIFIER_nondet_int())
    s ^= use(__VERIFIER_nondet_int() ? 1 : 0);
  return s;
}
