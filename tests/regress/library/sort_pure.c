// KLEENE: assumes=sorting expect=true
// KLEENE: expect=true args="-D INDIRECT"
// A comparison without side effects: nobody sees how often it is called.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int other;
static int compare(const void *a, const void *b) {
  return strcmp((const char *)a, (const char *)b);
}
static int twice(int x) {
  other = 2 * x;
  return other;
}
int main(void) {
  char a[3] = "b";
  int (*order)(const void *, const void *) = compare;
  int (*change)(int) = twice;
  change(2);
#ifdef INDIRECT
  qsort(a, 1, 2, order);
#else
  qsort(a, 1, 2, compare);
#endif
  if (a[0] != 'b' || other != 4 || order == 0) reach_error();
  return 0;
}
