// KLEENE: args="--property valid-memtrack --time-limit 60" expect=false(valid-memtrack) native=yes engines=one
// The fields of the two nodes are variables of the model; they are no way to the nodes all the same.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  a = 0;
  b = 0;
  return 0;
}
