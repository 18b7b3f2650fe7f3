// KLEENE: args="--property safety --time-limit 60" expect=false(valid-deref) line=4 native=yes engines=one
#include <stdlib.h>
static int *kept;
static void look(void) { *kept = 1; }
int main(void) {
  int local = 0;
  kept = &local;
  atexit(look);
  return 0;
}
