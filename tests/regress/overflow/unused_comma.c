// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=6
// The left operand of a comma, inside a condition.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while ((x % -1, x < 0))
    x = 1;
  return 0;
}
