// PLACEMENT: settled
#include <stdlib.h>
void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0, *last = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    if (!head) last = n;
    head = n;
  }
  if (head == last || head->next->next != last || last->value != 0) reach_error();
  return 0;
}
