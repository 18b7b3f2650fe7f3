// KLEENE: args="--property safety --time-limit 60" expect=false(uninit) line=6 native=yes engines=one
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p;
  if (__VERIFIER_nondet_int() > 3) p = &x;
  *p = 2;
  return x;
}
