// KLEENE: args="--engine linear --integers math" expect=true engines=one
// KLEENE: args="--engine linear" expect=true engines=one
// A C program that is linear: the invariants found for unbounded integers hold for machine integers as well.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int f91(int x) {
  if (x > 100) return x - 10;
  return f91(f91(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = f91(x);
  if (!(r == 91 || (x > 101 && r == x - 10))) reach_error();
  return 0;
}
