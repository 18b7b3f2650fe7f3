// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A queue of allocated nodes: first in, first out.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
struct queue {
  struct node *head, *tail;
};

static void put(struct queue *q, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  n->value = v;
  n->next = 0;
  if (q->tail)
    q->tail->next = n;
  else
    q->head = n;
#ifdef SEEDED
  if (!q->tail || v != 5) q->tail = n;
#else
  q->tail = n;
#endif
}

static int get(struct queue *q) {
  struct node *n = q->head;
  int v = n->value;
  q->head = n->next;
  if (!q->head) q->tail = 0;
  free(n);
  return v;
}

int main(void) {
  struct queue q = {0, 0};
  int v[3];
  for (int i = 0; i < 3; i++) put(&q, v[i] = __VERIFIER_nondet_int());
  for (int i = 0; i < 3; i++) {
    assert(q.head);
    assert(get(&q) == v[i]);
  }
  assert(!q.head && !q.tail);
  return 0;
}
