// KLEENE: args="--property def-behavior --engine fuzz --time-limit 60" expect=false(def-behavior) line=5 native=yes engines=one
// A float that does not fit into an int.
double __VERIFIER_nondet_double(void);
int main(void) {
  return (int)__VERIFIER_nondet_double();
}
