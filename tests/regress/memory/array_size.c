// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=8 native=yes engines=one
// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
// KLEENE: args="--property unreach-call --time-limit 60" expect=false(unreach-call) engines=one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int last(int n) {
  if (n > 10) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  if (n == 0) reach_error();
  return n > 0 ? a[n - 1] : 0;
}
int main(void) { return last(__VERIFIER_nondet_int()); }
