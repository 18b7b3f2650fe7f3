// KLEENE: expect=true
// Parts that disturb each other are tried in all orders, apart from others that have nothing to do with them.
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
  int zero = a(1) + a(2) + a(3) + b(4) + b(5) + b(6 + a(0));
  if (zero) reach_error();
  if (left / 1000 + left / 100 % 10 + left / 10 % 10 + left % 10 != 6) reach_error();
  if (right / 100 + right / 10 % 10 + right % 10 != 15) reach_error();
  return 0;
}
