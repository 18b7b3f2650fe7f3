// McCarthy's function gives 91 for every argument up to 100. This one has a bug: the recursion stops
// one step too early.
//
//   kleene check examples/recursion.c
//   kleene run --input 98 --trace examples/recursion.c
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int mc91(int n) {
  if (n >= 100) // should be n > 100
    return n - 10;
  return mc91(mc91(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  if (mc91(n) != 91)
    reach_error();
  return 0;
}
