// KLEENE: args="--property valid-free --time-limit 60" expect=false(valid-free) line=6 native=yes engines=one
#include <stdlib.h>
int main(void) {
  int x = 0;
  int *p = &x;
  free(p);
  return 0;
}
