// KLEENE: expect=true
// Calls without side effects, a call and a local variable, calls that write different globals.
void reach_error(void);
int left, right;
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int set_left(void) { return left = 1; }
static int set_right(void) { return right = 2; }
int main(void) {
  int local = 3;
  int sum = local + set_left() + set_right();
  if (sum != 6 || left + right != 3)
    reach_error();
  if (fib(3) != 2)
    reach_error();
  return 0;
}
