// KLEENE: expect=unknown exit=5 reason="not confirmed natively" args="--engine fuzz"
// gcc reads the counter behind the call, clang before it: neither proof nor execution.
void reach_error(void);
int count = 2;
static int bump(void) {
  count = 20;
  return 1;
}
int main(void) {
  if (count * bump() == 2)
    reach_error();
  return 0;
}
