// KLEENE: args="--property valid-memtrack --time-limit 60" expect=false(valid-memtrack) native=yes engines=one
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  a = b = 0;
  return 0;
}
