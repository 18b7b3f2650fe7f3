// KLEENE: args="--uninit nondet" expect=true
// What is read twice without a write in between is the same, and what C determines is not chosen.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *block = malloc(2 * sizeof(int));
  int *zeros = calloc(2, sizeof(int));
  int first = block[1];
  block[0] = 5;
  if (block[1] != first || zeros[1] != 0 || block[0] != 5)
    reach_error();
  return 0;
}
