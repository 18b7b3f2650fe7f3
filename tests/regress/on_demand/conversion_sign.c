// KLEENE: args="--property conversion --time-limit 60" expect=false(conversion) line=8 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (n > 100) return 1;
  return n < limit;
}
