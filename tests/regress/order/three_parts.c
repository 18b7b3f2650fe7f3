// KLEENE: expect=true
// A part of one operand may come between those of another: six orders, not four.
void reach_error(void);
int trace;
static int mark(int k) {
  trace = trace * 10 + k;
  return 0;
}
int main(void) {
  int zero = (mark(1) + mark(2)) + mark(3);
  if (zero != 0)
    reach_error();
  int digits = trace / 100 + trace / 10 % 10 + trace % 10;
  if (digits != 6)
    reach_error();
  return 0;
}
