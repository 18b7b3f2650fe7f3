// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=7 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int d = __VERIFIER_nondet_int();
  if (d < 0 || d > 32) return 0;
  return 1u << d;
}
