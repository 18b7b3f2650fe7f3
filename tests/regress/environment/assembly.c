// KLEENE: expect=unknown exit=5 args="--label OPEN"
// KLEENE: expect=true args="--label CLOSED"
// KLEENE: expect=true args="--label BARRIER"
// Outputs are unknown; memory is, with the clobber, where the code can get at it.
int open_variable;
static int closed;
int main(void) {
  int x = 1, y;
  __asm__ volatile("" : "+r"(x));
  if (x != 1) {
  BARRIER:;
  }
  open_variable = closed = 2;
  __asm__ volatile("movl $3, %0" : "=r"(y) : : "memory");
  if (closed != 2) {
  CLOSED:;
  }
  if (open_variable != 2 || y != 4) {
  OPEN:;
  }
  return 0;
}
