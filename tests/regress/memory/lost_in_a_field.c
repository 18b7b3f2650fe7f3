// KLEENE: args="--property valid-memtrack --time-limit 60" expect=false(valid-memtrack) native=yes engines=one
// As many objects live as variables lead to, but both lead to one.
#include <stdlib.h>
static int *kept, *same;
int main(void) {
  kept = malloc(sizeof *kept);
  same = malloc(sizeof *same);
  same = kept;
  return 0;
}
