// KLEENE: args="--engine exact --integers math --property termination" expect=false(termination)
// The middle of two neighbours is the lower one: searching on from there goes on for ever.
extern int __VERIFIER_nondet_int(void);
int search(int low, int high, int key) {
  if (low >= high) return low;
  int middle = low + (high - low) / 2;
  if (middle < key) return search(middle, high, key);
  return search(low, middle, key);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  return search(0, n, key);
}
