// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=6
// The value of a statement expression, discarded by a cast.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  (void)({ int y = x; y << 1; });
  return 0;
}
