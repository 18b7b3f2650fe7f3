// KLEENE: args="--property valid-memcleanup --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *all = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 3; i++) {
    struct node *x = malloc(sizeof *x);
    x->next = all;
    all = x;
  }
  while (all) {
    struct node *x = all->next;
    free(all);
    all = x;
  }
  return 0;
}
