// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=5
// A switch without cases, on a value that goes nowhere else.
int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int() - 1) {
  }
  return 0;
}
