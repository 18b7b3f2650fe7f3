// KLEENE: expect=true
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 40);
  __VERIFIER_assume(x < 40);
  reach_error();
  return 0;
}
