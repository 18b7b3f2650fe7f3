// KLEENE: args="--engine k-induction --data-model ILP32" expect=true
// A list of any length: the last one is complete only in the end.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  struct node *last = first;
  while (__VERIFIER_nondet_int()) {
    last->value = 1;
    last->next = malloc(sizeof *last);
    last = last->next;
  }
  last->value = 2;
  last->next = 0;
  for (struct node *p = first; p != 0; p = p->next)
    if (p->value != 1 && p->value != 2) reach_error();
  return 0;
}
