// KLEENE: expect=true vacuous="no execution gets past the assumption at verdicts/vacuous.c:14" shows="Vacuous: no execution gets past the assumption at verdicts/vacuous.c:14:3." engines=one
// KLEENE: args="--engine k-induction" expect=true vacuous="no execution gets past"
// KLEENE: args="--property no-overflow" engines=one expect=true vacuous="no execution gets past"
// KLEENE: args="-DSOME --engine k-induction" expect=true vacuous=no
// KLEENE: args="-DSOME --property no-overflow" engines=one expect=false(no-overflow)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef SOME
  __VERIFIER_assume(x > 5);
#else
  __VERIFIER_assume(x > 5 && x < 3);
#endif
  if (x == 1) reach_error();
  return x + 1;
}
