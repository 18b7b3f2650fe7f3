// KLEENE: expect=false(unreach-call) line=8 native=yes inputs=3
// KLEENE: args="--property unreach-call" expect=false(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 3)
    __VERIFIER_error();
  return 0;
}
