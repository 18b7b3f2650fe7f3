// KLEENE: args="--property no-overflow" expect=false(no-overflow) line=4
// A void function returns a void expression.
int __VERIFIER_nondet_int(void);
static void ignore(int x) { return (void)(-x); }
int main(void) {
  ignore(__VERIFIER_nondet_int());
  return 0;
}
