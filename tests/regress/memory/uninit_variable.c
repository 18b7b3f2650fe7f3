// KLEENE: args="--property uninit --time-limit 60" expect=false(uninit) line=8 native=yes engines=one
// KLEENE: args="--property safety --uninit nondet --engine intervals --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  if (__VERIFIER_nondet_int() == 7) x = 1;
  if (x == 1) return 1;
  return 0;
}
