// KLEENE: args="--svcomp --property termination" expect=true
// KLEENE: args="--svcomp --property no-overflow" expect=true
// In competitions, an error function without body ends the program.
extern void reach_error(void);
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) {
    if (n < -5)
      reach_error();
    else
      __VERIFIER_error();
    for (;;)
      n++;
  }
  return 0;
}
