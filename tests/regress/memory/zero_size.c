// KLEENE: args="--property valid-deref --time-limit 60" expect=unknown engines=one
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  if (p == 0) return 0;
  char c = *p;
  free(p);
  return c;
}
