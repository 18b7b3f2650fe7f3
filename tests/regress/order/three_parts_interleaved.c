// KLEENE: expect=unknown exit=5 reason="not confirmed natively" args="--engine fuzz"
// Between the operands of the inner sum, the other operand may be evaluated.
void reach_error(void);
int trace;
static int mark(int k) {
  trace = trace * 10 + k;
  return 0;
}
int main(void) {
  int zero = (mark(1) + mark(2)) + mark(3);
  if (trace == 132)
    reach_error();
  return zero;
}
