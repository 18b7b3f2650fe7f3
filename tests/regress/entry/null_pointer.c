// KLEENE: expect=false(unreach-call) args="--entry put --engine bmc" assumes=entry-pointers
// KLEENE: expect=false(unreach-call) args="--function put --engine bmc"
// The pointer leads to an object whose contents are inputs.
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
static void put(struct node *p, unsigned char limit) {
  if (p == 0 || p->next == 0) return;
  if (p->value == 77 && p->next->value == limit && p->next != p) reach_error();
}
