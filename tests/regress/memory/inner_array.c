// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

struct s { int a[4]; int b; };
int main(void) {
  struct s s = {{0}, 5};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return s.a[i];
}
