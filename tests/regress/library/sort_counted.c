// KLEENE: expect=unknown engines=one reason="comparison" exit=5
// KLEENE: expect=unknown engines=one reason="comparison" exit=5 args="-D SEARCH"
// KLEENE: expect=unknown engines=one reason="comparison" exit=5 args="-D INDIRECT"
// KLEENE: expect=unknown engines=one reason="comparison" exit=5 args="-D ADDRESSES"
// How often qsort and bsearch compare, what with what, and where the operands lie, C does not say.
#include <stdlib.h>
extern void reach_error(void);
static int steps(void) {
  static int count;
  return ++count;
}
static int compare(const void *a, const void *b) {
#ifdef ADDRESSES
  if (*(const int *)a == *(const int *)b) return a < b ? -1 : 1;
#else
  steps();
#endif
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int a[3] = {1, 1, 2};
  int key = 2;
  int (*order)(const void *, const void *) = compare;
#ifdef SEARCH
  bsearch(&key, a, 3, sizeof a[0], compare);
#elif defined INDIRECT
  qsort(a, 3, sizeof a[0], order);
#else
  qsort(a, 3, sizeof a[0], &compare);
#endif
  if (a[2] != key || steps() > 3 || order == 0) reach_error();
  return 0;
}
