// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=6 native=yes engines=one
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[n < 0 ? 0 : n];
  a[0] = n;
  return 0;
}
