// KLEENE: args="--property valid-deref --engine bmc --time-limit 60" expect=false(valid-deref) line=5 native=yes engines=one
// What lies there is another live object.
extern int __VERIFIER_nondet_int(void);
static char a[16], b[4000];
static void put(char *p, int n) { p[n] = 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100 && n < 300) put(a, n);
  return b[3];
}
