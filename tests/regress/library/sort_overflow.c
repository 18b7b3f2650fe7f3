// KLEENE: args="--property no-overflow --time-limit 10" expect=unknown engines=one
// KLEENE: args="--property no-overflow -D SMALL" expect=true engines=one
// KLEENE: args="--property no-overflow -D PAIR" expect=false(no-overflow) engines=one
// Which elements qsort compares C does not say: with insertion the largest and the smallest do not meet here, with other ways
// of sorting they do.
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
#if defined SMALL
  int v[3] = {3, -5, 4};
#elif defined PAIR
  int v[2] = {2147483647, -2};
#else
  int v[3] = {-2147483647, 0, 2147483647};
#endif
  qsort(v, sizeof v / sizeof *v, sizeof *v, compare);
  return 0;
}
