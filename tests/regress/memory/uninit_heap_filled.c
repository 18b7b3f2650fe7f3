// KLEENE: args="--property uninit --engine bmc --time-limit 60" expect=true engines=one
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  int a[4], sum = 0;
  for (int i = 0; i < 4; i++) a[i] = i;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = a[i];
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    if (n->value > 0) sum++;
  return sum;
}
