// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=7
// The index in an address that nobody uses.
int __VERIFIER_nondet_int(void);
int table[4];
int main(void) {
  int x = __VERIFIER_nondet_int();
  &table[x + 1];
  return 0;
}
