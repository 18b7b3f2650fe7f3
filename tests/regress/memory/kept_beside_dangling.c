// KLEENE: args="--property valid-memtrack --time-limit 60" expect=true engines=one
// The first pointer leads nowhere any more, wherever the others lie.
#include <stdlib.h>
static char *a, *b, *c;
int main(void) {
  a = malloc(4);
  free(a);
  b = malloc(4);
  c = malloc(8);
  return 0;
}
