// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=6 native=yes engines=one
// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);
static int last(int n) {
  if (n > 10) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  return n > 0 ? a[n - 1] : 0;
}
int main(void) { return last(__VERIFIER_nondet_int()); }
