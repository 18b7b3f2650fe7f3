// KLEENE: args="--property def-behavior --time-limit 60" expect=false(def-behavior) line=6 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int d = __VERIFIER_nondet_int();
  return 10 / (d - 3);
}
