// KLEENE: args="--property termination" expect="false(termination)" line=9
// The right half should begin behind the middle: a search for what is not there calls itself with the same
// bounds for ever. The array in memory is only read.
extern int __VERIFIER_nondet_int(void);
int search(const int *a, int low, int high, int key) {
  if (low > high) return -1;
  int mid = (low + high) / 2;
  if (a[mid] == key) return mid;
  if (a[mid] < key) return search(a, mid, high, key);
  return search(a, low, mid - 1, key);
}
int main(void) {
  int a[5] = {1, 3, 5, 7, 9};
  return search(a, 0, 4, __VERIFIER_nondet_int()) >= 0;
}
