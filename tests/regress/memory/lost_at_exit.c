// KLEENE: args="--property valid-memtrack --time-limit 60" expect=false(valid-memtrack) native=yes engines=one
// Where the program ends, what is left of an expression leads nowhere.
#include <stdlib.h>
static void leave(void) {
  char *p = malloc(4);
  p = 0;
  exit(p != 0);
}
int main(void) {
  leave();
  return 0;
}
