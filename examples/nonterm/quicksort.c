// The loop may stay as it is; and what follows may be called with the same arguments again.
extern int __VERIFIER_nondet_int(void);
void quicksort(int left, int right) {
  int lo, hi;
  if (left >= right) return;
  lo = left; hi = right;
  while (lo <= hi) {
    if (__VERIFIER_nondet_int()) lo++;
    else if (lo != left || hi != right) hi--;
  }
  quicksort(left, hi);
  quicksort(lo, right);
}
int main(void) { int l = __VERIFIER_nondet_int(); int r = __VERIFIER_nondet_int(); quicksort(l, r); return 0; }
