// KLEENE: expect=true looked=yes engines=one
// KLEENE: args="--engine k-induction" expect=true looked=yes
// KLEENE: args="--native off" expect=true looked=no shows="Second look: skipped, the compiled program did not run: native runs are switched off." engines=one
// KLEENE: args="--native off --engine k-induction" expect=true looked=no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 3) reach_error();
  return 0;
}
