// KLEENE: args="--property valid-memcleanup --time-limit 60" expect=false(valid-memcleanup) native=yes engines=one
#include <stdlib.h>
static void *kept;
int main(void) {
  kept = malloc(4);
  return 0;
}
