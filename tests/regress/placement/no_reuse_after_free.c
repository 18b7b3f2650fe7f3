// PLACEMENT: open
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *p = malloc(8);
  unsigned long a = (unsigned long)p;
  free(p);
  char *q = malloc(4096 * 1024);
  if ((unsigned long)q != a) reach_error();
  return 0;
}
