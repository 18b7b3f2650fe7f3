// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=9 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

struct s { int a[4]; int b; };
int main(void) {
  struct s s = {{0}, 5};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return s.a[i];
}
