// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=11 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

static char a[16];
static char b[16];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40) return 0;
  char *p = a;
  b[0] = 1;
  return p[n];
}
