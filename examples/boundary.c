// The absolute value of an integer is not negative, is it? There is one value for which it is, and only
// boundary values find it.
//
//   kleene check --property unreach-call examples/boundary.c
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int absolute(int x) {
  if (x < 0)
    return -x;
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (absolute(x) < 0)
    reach_error();
  return 0;
}
