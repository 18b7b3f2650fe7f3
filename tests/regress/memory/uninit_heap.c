// KLEENE: args="--property uninit --time-limit 60" expect=false(uninit) line=9 native=yes engines=one
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *p = malloc(8), *q = malloc(8), r = 0;
  if (!p || !q) return 0;
  p[0] = 1;
  memcpy(q, p, 8);
  r = q[1] > 2 ? 1 : q[0];
  free(p);
  free(q);
  return r;
}
