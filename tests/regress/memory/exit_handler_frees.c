// KLEENE: args="--property valid-memsafety --time-limit 60" expect=true engines=one
#include <stdlib.h>
static int *kept;
static void release(void) { free(kept); }
int main(void) {
  kept = malloc(sizeof *kept);
  atexit(release);
  *kept = 3;
  return 0;
}
