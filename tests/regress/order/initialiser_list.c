// KLEENE: expect=unknown exit=5 reason="not confirmed natively" args="--engine fuzz"
// The parts of an initialiser list come in any order.
void reach_error(void);
int next;
static int take(void) { return next++; }
int main(void) {
  int pair[2] = {take(), take()};
  if (pair[0] > pair[1])
    reach_error();
  return 0;
}
