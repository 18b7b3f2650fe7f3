// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=7 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3;
  int *p = __VERIFIER_nondet_int() > 0 ? &x : 0;
  return *p;
}
