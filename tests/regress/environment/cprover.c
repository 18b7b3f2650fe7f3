// KLEENE: expect=false(unreach-call)
// KLEENE: expect=false(unreach-call) args="--property unreach-call"
int nondet(void);
extern int __VERIFIER_nondet_int(void);
void __CPROVER_assert(int condition, const char *text);
void __CPROVER_assume(int condition);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assume(x > 3 && x < 6);
  __CPROVER_assert(x != 5, "x is not five");
  return 0;
}
