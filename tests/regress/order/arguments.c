// KLEENE: expect=false(unreach-call) native=yes
// gcc evaluates arguments from right to left.
void reach_error(void);
int next;
static int take(void) { return next++; }
static int minus(int a, int b) { return a - b; }
int main(void) {
  if (minus(take(), take()) > 0)
    reach_error();
  return 0;
}
