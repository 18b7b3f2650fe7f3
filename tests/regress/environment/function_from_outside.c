// KLEENE: expect=unknown engines=one args="--time-limit 6"
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
