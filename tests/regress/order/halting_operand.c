// KLEENE: expect=unknown exit=5 reason="not confirmed natively" args="--engine fuzz"
// One operand ends the program, unless the other comes first.
void reach_error(void);
void exit(int);
static int leave(void) {
  exit(0);
  return 0;
}
static int fail(void) {
  reach_error();
  return 0;
}
int main(void) { return leave() + fail(); }
