// KLEENE: expect=false(unreach-call) native=yes
// KLEENE: args="--data-model ILP32" expect=false(unreach-call) native=yes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    sum += n->value == 17;
  if (sum == 2)
    reach_error();
  return 0;
}
