// KLEENE: property=none args="--property valid-deref --engine bmc" expect=unknown exit=5 reason="end of an object in a block with labels" engines=one
// The object begins with the block, though no execution comes past its declaration, and ends with it.
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  switch (__VERIFIER_nondet_int()) {
    int x;
  case 1:
    x = 1;
    p = &x;
    break;
  default:
    return 0;
  }
  return *p;
}
