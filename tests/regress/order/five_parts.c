// KLEENE: expect=unknown exit=5 reason="too many parts whose order"
// More than four parts are not tried.
void reach_error(void);
int trace;
static int mark(int k) {
  trace = trace * 10 + k;
  return 0;
}
int main(void) {
  int zero = mark(1) + mark(2) + mark(3) + mark(4) + mark(5);
  if (zero)
    reach_error();
  return 0;
}
