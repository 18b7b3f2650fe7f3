// KLEENE: args="--property safety --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int sum = 0;
  int *from = &a[__VERIFIER_nondet_int() & 3];
  for (int *p = a; p < a + 4; p++) {
    if (p >= from) sum += *p;
    if (from - p > 3) sum = 100;
  }
  return sum > 10;
}
