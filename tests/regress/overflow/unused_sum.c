// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=6
// The value of an expression statement is not used, and computed all the same.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x - 7;
  return 0;
}
