// PLACEMENT: open
#include <stdlib.h>
void reach_error(void);
int *volatile old;
int main(void) {
  old = malloc(16);
  int *stale = old;
  free(old);
  int *p = malloc(16);
  if (p == stale) reach_error();
  return 0;
}
