// KLEENE: property=none args="--property unreach-call,valid-deref --engine bmc" expect=true engines=one
// A literal lives to the end of its block, and is the same object when it is evaluated again in the block.
void reach_error(void);
struct pair {
  int a, b;
};
static int sum(const struct pair *p) { return p->a + p->b; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    struct pair *p = &(struct pair){i, 1};
    total += sum(p) + sum(&(struct pair){.b = i}) + (struct pair){1, i}.b;
  }
  if (total != 12) reach_error();
  int i = 0;
  struct pair *first = 0;
again:;
  struct pair *p = &(struct pair){i, 0};
  if (i == 0) {
    first = p;
    i = 1;
    goto again;
  }
  if (first != p || first->a != 1) reach_error();
  return 0;
}
