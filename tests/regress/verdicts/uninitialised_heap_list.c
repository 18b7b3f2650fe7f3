// KLEENE: args="--uninit nondet" expect=false(unreach-call) line=24 native=yes
// The second of three blocks needs another value than the others.
#include <stdlib.h>
extern void reach_error(void);

struct node {
  struct node *next;
  int data;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof(struct node));
    n->next = list;
    list = n;
  }
  int pattern = 0;
  for (struct node *n = list; n; n = n->next) {
    int *zero = calloc(1, sizeof(int));
    pattern = pattern * 2 + (n->data == 1000003) + *zero;
  }
  if (pattern == 2)
    reach_error();
  return 0;
}
