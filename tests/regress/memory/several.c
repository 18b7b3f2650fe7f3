// KLEENE: args="--property safety --time-limit 60" expect=false(no-overflow) line=8 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 0) return a[0];
  return n + 1;
}
