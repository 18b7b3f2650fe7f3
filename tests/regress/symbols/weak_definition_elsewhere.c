// KLEENE: expect=unknown engines=one reason="weak"
// There is another unit, which may define the function that is only weak here.
void reach_error(void);
void other(void);
__attribute__((weak)) int f(void) { return 1; }
int main(void) {
  if (f() == 7) reach_error();
  other();
  return 0;
}
