// KLEENE: expect=false(unreach-call) args="--malloc-may-fail --engine bmc"
// KLEENE: expect=true args="--engine bmc" assumes=malloc
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  char *q = calloc(2, 2);
  if (!q) reach_error();
  return 0;
}
