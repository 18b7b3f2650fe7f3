// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *all = 0;
  for (int i = 0; i < 4; i++) {
    struct node *x = malloc(sizeof *x);
    x->value = i;
    x->next = all;
    all = x;
  }
  int s = 0;
  for (struct node *x = all; x; x = x->next) s += x->value;
  return s;
}
