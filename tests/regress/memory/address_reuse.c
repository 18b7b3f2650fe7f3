// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=8 native=yes engines=one
#include <stdlib.h>
int main(void) {
  int *p = malloc(16);
  free(p);
  int *q = malloc(16);
  *q = 1;
  *p = 2;
  free(q);
  return 0;
}
