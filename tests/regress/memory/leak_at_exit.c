// KLEENE: args="--property valid-memcleanup --time-limit 60" expect=false(valid-memcleanup) line=6 native=yes engines=one
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  *p = 0;
  exit(0);
}
