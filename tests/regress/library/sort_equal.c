// KLEENE: expect=unknown engines=one args="--time-limit 10"
// KLEENE: args="-D STABLE" expect=false(unreach-call) native=yes engines=one
// KLEENE: args="-D SORTED" expect=true engines=one
// In which order qsort leaves elements that compare equal, C does not say; glibc keeps it.
#include <stdlib.h>
void reach_error(void);
struct entry { char key, value; };
static int compare(const void *a, const void *b) {
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}
int main(void) {
  struct entry v[3] = {{1, 1}, {1, 2}, {0, 3}};
  qsort(v, 3, sizeof *v, compare);
#if defined SORTED
  if (v[0].key != 0 || v[0].value != 3 || v[1].value + v[2].value != 3) reach_error();
#elif defined STABLE
  if (v[1].value == 1) reach_error();
#else
  if (v[1].value == 2) reach_error();
#endif
  return 0;
}
