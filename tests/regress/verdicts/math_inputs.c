// KLEENE: args="--integers math" expect=true
// KLEENE: command=run args="--integers math --input 4294967297" ending=returned
// Arithmetic is unbounded, but what comes from outside is a value of its type.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3000000000L || x < -3000000000L) reach_error();
  long sum = x + x;
  if (x == 2000000000 && x + x < 0) reach_error();
  return sum == 0;
}
