// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=6 native=yes
// A bit that is shifted into the sign does not fit.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x >= 0 ? x << 4 : 0;
}
