// KLEENE: expect=true assumes=malloc
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(1000000);
  if (!p) reach_error();
  return 0;
}
