// KLEENE: expect=unknown exit=5 engines=one args="--time-limit 10"
// What a call writes through a pointer in memory is the variable that another operand reads.
void reach_error(void);
static int x = 1;
static struct {
  int *where[2];
} box = {{0, &x}};
static int put(int i) { return *box.where[i] = 7; }
int main(void) {
  if (x + put(1) == 8) reach_error();
  return 0;
}
