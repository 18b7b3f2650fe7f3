// KLEENE: expect=false(unreach-call) line=10 native=yes inputs=7
// KLEENE: args="--property unreach-call --data-model ILP32" expect=false(unreach-call) native=yes
// The violation is the call, whatever the body of the function does.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7)
    reach_error();
  return 0;
}
