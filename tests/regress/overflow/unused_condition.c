// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=6
// A condition that decides nothing.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if ((x + 1 > 0) == 2)
    ;
  return 0;
}
