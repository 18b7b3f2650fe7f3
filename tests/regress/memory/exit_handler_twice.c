// KLEENE: args="--property safety --time-limit 60" expect=false(valid-free) line=4 native=yes engines=one
#include <stdlib.h>
static int *kept;
static void release(void) { free(kept); }
int main(void) {
  kept = malloc(sizeof *kept);
  atexit(release);
  atexit(release);
  return 0;
}
