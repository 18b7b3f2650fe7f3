// KLEENE: expect=unknown exit=5 engines=one args="--time-limit 40"
// Each group may come in an order of its own.
void reach_error(void);
static int left, right;
static int a(int k) {
  left = left * 10 + k;
  return 0;
}
static int b(int k) {
  right = right * 10 + k;
  return 0;
}
int main(void) {
  int zero = a(1) + a(2) + b(3) + b(4);
  if (left == 21 && right == 34) reach_error();
  return zero;
}
