// KLEENE: expect=true engines=one
// Products that wrap are refused; realloc to nothing frees and gives null; nothing at all has an address.
#include <stdlib.h>
void reach_error(void);
int main(void) {
  if (calloc((size_t)-1 / 4 + 2, 4) != 0) reach_error();
  char *p = malloc(3);
  if (realloc(p, 0) != 0 || malloc(0) == 0 || realloc(0, 0) == 0) reach_error();
  return 0;
}
