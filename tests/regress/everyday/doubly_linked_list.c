// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A doubly linked list of up to four: any element is removed, and both directions still agree.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  int value;
  struct node *prev, *next;
};
struct list {
  struct node *head, *tail;
  int size;
};
static int push_back(struct list *l, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->value = v;
  n->next = NULL;
  n->prev = l->tail;
  if (l->tail)
    l->tail->next = n;
  else
    l->head = n;
  l->tail = n;
  l->size++;
  return 1;
}
static void remove_node(struct list *l, struct node *n) {
  if (n->prev)
    n->prev->next = n->next;
  else
    l->head = n->next;
  if (n->next)
    n->next->prev = n->prev;
  else
    l->tail = n->prev;
#ifdef SEEDED
  if (n->prev) l->size--;
#else
  l->size--;
#endif
  free(n);
}
int main(void) {
  struct list l = {0};
  for (int i = 0; i < 4; i++)
    if (!push_back(&l, __VERIFIER_nondet_int())) break;
  unsigned k = __VERIFIER_nondet_uint();
  struct node *n = l.head;
  while (n && k--)
    n = n->next;
  if (n) remove_node(&l, n);
  int forth = 0, back = 0;
  for (n = l.head; n; n = n->next)
    forth++;
  for (n = l.tail; n; n = n->prev)
    back++;
  assert(forth == l.size && back == l.size);
  while (l.head)
    remove_node(&l, l.head);
  return 0;
}
