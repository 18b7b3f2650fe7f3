// PLACEMENT: settled
#include <stdlib.h>
void reach_error(void);
char c[3];
int main(void) {
  char *p = malloc(1), *q = malloc(5);
  if ((unsigned long)p % 16 || (unsigned long)q % 16 || p == q || p == c + 1) reach_error();
  return 0;
}
