// KLEENE: args="--uninit nondet" expect=false(unreach-call) line=20 native=yes
// A pointer that nobody set is a number and leads nowhere, even if it happens to be an address.
#include <stdlib.h>
extern void reach_error(void);

struct box {
  int *link;
  int flag;
};

int main(void) {
  struct box *b = malloc(sizeof(struct box));
  int *own = malloc(sizeof(int));
  *own = 3;
  if (b->flag == 1) {
    if (*b->link == 3)
      reach_error();
  } else if (b->flag == 70001) {
    if (b->link == (int *)99 && *own == 3)
      reach_error();
  }
  return 0;
}
