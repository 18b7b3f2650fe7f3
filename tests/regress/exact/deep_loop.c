// KLEENE: args="--engine exact" expect=false(unreach-call)
// No abstract path is as long as the way to the target: an execution finds it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n != 5000) return 0;
  for (int i = 0; i < n; i++) sum += i;
  if (sum == 12497500) reach_error();
  return 0;
}
