// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=9 native=yes
// KLEENE: args="--property no-overflow --integers math" expect=unknown
// KLEENE: args="--property unreach-call" expect=unknown reason="nothing to check"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000)
    x = x * 3;
  return 0;
}
