// KLEENE: expect=true
// KLEENE: args="--property no-overflow" expect=true
// KLEENE: args="--property termination" expect=true
// KLEENE: args="--spec 'AF label(END)'" expect=true
// The statement that is not modelled is not reached.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100;
  if (n > 100) {
    long double x = 1.5;
    if (x * n > 3) reach_error();
  FAR:
    return 1;
  }
  return 0;
}
