// KLEENE: args="--property def-behavior --time-limit 60" expect=true engines=one
extern unsigned __VERIFIER_nondet_uint(void);
static int first(unsigned n, int a[n]) { return n > 0 ? a[0] : (int)sizeof(char[n + 0]); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8;
  int a[n + 1];
  for (unsigned i = 0; i <= n; i++) a[i] = 0;
  return first(n, a);
}
