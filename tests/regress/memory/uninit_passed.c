// KLEENE: args="--property uninit --time-limit 60" expect=false(uninit) line=6 native=yes engines=one
extern int __VERIFIER_nondet_int(void);
static int given(int n) { int v; if (n > 2) v = n; return v; }
static int a[4];
int main(void) {
  return a[given(__VERIFIER_nondet_int()) & 3];
}
