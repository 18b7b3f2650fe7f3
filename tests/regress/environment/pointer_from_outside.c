// KLEENE: expect=unknown engines=one args="--time-limit 3"
// lookup may know count, because count is exported.
extern void reach_error(void);
long count;
long *lookup(int key);

int main(void) {
  long *entry = lookup(3);
  count = 1;
  if (entry) *entry = 2;
  if (count == 2) reach_error();
  return 0;
}
