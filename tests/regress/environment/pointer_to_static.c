// KLEENE: expect=true engines=one
// hidden is not exported and nobody takes its address.
extern void reach_error(void);
static long hidden;
long *lookup(int key);

int main(void) {
  long *entry = lookup(3);
  hidden = 1;
  if (entry) *entry = 2;
  if (hidden == 2) reach_error();
  return 0;
}
