// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=9 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

static int one(void) {
  return 1;
}
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() > 0 ? one : 0;
  return f();
}
