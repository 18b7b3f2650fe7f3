// KLEENE: expect=false(unreach-call) line=11 native=yes inputs=2147483647
// KLEENE: args="--integers math" expect=true
// Signed overflow wraps in the machine model and does not happen in the other one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (y < x)
    reach_error();
  return 0;
}
