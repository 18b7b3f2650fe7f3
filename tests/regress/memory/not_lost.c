// KLEENE: args="--property valid-memtrack --time-limit 60" expect=unknown engines=one
#include <stdlib.h>
static void *kept;
int main(void) {
  kept = malloc(4);
  return 0;
}
