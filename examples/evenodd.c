// Mutual recursion without an error: nothing is found, and nothing is claimed.
//
//   kleene check examples/evenodd.c
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int is_odd(unsigned n);

int is_even(unsigned n) {
  return n == 0 ? 1 : is_odd(n - 1);
}

int is_odd(unsigned n) {
  return n == 0 ? 0 : is_even(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  if (is_even(n) != (n % 2 == 0))
    reach_error();
  return 0;
}
