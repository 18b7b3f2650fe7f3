// KLEENE: args="--engine chc" expect=true engines=one
// KLEENE: args="--engine chc --property no-overflow" expect=true engines=one
// The result of a recursive procedure, for every argument in a range.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int f91(int n) {
  if (n > 100) return n - 10;
  return f91(f91(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  if (n <= 101 && f91(n) != 91) reach_error();
  return 0;
}
