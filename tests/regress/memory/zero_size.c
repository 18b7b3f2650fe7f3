// KLEENE: args="--property valid-deref" expect=false(valid-deref) line=6 native=yes engines=one
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  if (p == 0) return 0;
  char c = *p;
  free(p);
  return c;
}
