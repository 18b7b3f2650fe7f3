// KLEENE: args="--property valid-deref --engine bmc --time-limit 60" expect=false(valid-deref) line=4 native=yes engines=one
// What lies there is another live object.
extern int __VERIFIER_nondet_int(void);
static void put(char *p, int n) { p[n] = 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  char a[16], b[400];
  b[3] = 0;
  if (n > 60 && n < 300) put(a, n);
  return b[3];
}
