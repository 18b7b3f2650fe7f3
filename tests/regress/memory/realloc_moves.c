// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=8 native=yes engines=one
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 4;
  int *q = realloc(p, 100 * sizeof(int));
  if (!q) return 0;
  int r = *p;
  free(q);
  return r;
}
