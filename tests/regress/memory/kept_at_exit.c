// KLEENE: args="--property valid-memtrack --time-limit 60" expect=true engines=one
// A local variable of the function that ends the program still leads there.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  if (*p) exit(0);
  return 0;
}
