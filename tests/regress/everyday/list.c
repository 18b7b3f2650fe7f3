// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A singly linked list of five, reversed in place.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *reversed(struct node *list) {
  struct node *done = 0;
#ifdef SEEDED
  while (list && list->next) {
#else
  while (list) {
#endif
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

int main(void) {
  int values[5];
  struct node *list = 0;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    values[i] = n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  list = reversed(list);
  int count = 0;
  for (struct node *n = list; n; n = n->next) assert(n->value == values[count++]);
  assert(count == 5);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
