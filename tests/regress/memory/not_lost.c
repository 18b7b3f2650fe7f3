// KLEENE: args="--property valid-memtrack --time-limit 60" expect=true engines=one
#include <stdlib.h>
static int *kept;
static char *other;
int main(void) {
  kept = malloc(sizeof *kept);
  *kept = 1;
  if (*kept) other = malloc(3);
  return 0;
}
