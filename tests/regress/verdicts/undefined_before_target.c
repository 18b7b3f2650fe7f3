// KLEENE: expect=true
// Undefined behaviour ends an execution: what would come after it is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int zero = x - x;
  x = 5 / zero;
  reach_error();
  return x;
}
