// KLEENE: expect=false(unreach-call) line=12 native=yes inputs=-1
// KLEENE: args="--label ERROR" expect=false(unreach-call) native=yes
// KLEENE: args="--label OTHER" expect=true
// KLEENE: args="--label NOWHERE" expect=ERROR exit=1 reason=NOWHERE
// KLEENE: args="--property unreach-call" expect=false(unreach-call)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == -1)
  ERROR:
    x = 2;
  else
    x = 3;
  if (x == 4) {
  OTHER:
    return 1;
  }
  return 0;
}
