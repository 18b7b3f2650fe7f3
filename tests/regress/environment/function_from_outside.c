// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// The handler may be code of another unit, which may call touch.
extern void reach_error(void);
static int touched;
void touch(void) {
  touched = 1;
}
void (*handler(void))(void);

int main(void) {
  void (*f)(void) = handler();
  f();
  if (touched) reach_error();
  return 0;
}
