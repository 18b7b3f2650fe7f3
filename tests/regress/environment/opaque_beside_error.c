// KLEENE: expect=false(unreach-call) line=9 inputs=0
// An execution that does not pass the statement that is not modelled is evidence all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int()) {
    __asm__ goto("" : : : : out);
  }
  else reach_error();
out:
  return 0;
}
