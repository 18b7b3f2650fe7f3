// The middle of a range, as in many a binary search: the sum may leave the range of int.
//
//   kleene check --property no-overflow examples/overflow.c
extern int __VERIFIER_nondet_int(void);

int middle(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  return middle(low, high) < 0;
}
