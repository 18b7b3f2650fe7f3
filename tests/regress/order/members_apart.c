// KLEENE: expect=false(unreach-call) native=yes
// Members of one record are different objects, and so are elements: all of this is defined.
void reach_error(void);
struct stack {
  int count;
  int items[4];
  unsigned a : 3, b : 5;
};
static void push(struct stack *s, int x) { s->items[s->count++] = x; }
int main(void) {
  struct stack s = {0, {0, 0, 0, 0}, 0, 0};
  struct stack *t = &s;
  push(&s, 7);
  push(t, 8);
  s.a = t->b++ + 1;
  t->items[2] = s.items[1]++;
  if (s.count == 2 && s.items[0] == 7 && s.items[1] == 9 && s.items[2] == 8 && s.a == 1 && s.b == 1)
    reach_error();
  return 0;
}
