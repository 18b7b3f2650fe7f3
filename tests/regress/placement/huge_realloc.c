// PLACEMENT: open
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *p = malloc(4);
  p[0] = 7;
  char *q = realloc(p, (size_t)-1);
  if (!q && p[0] == 7) reach_error();
  return 0;
}
