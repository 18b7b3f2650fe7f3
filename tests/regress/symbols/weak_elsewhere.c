// KLEENE: expect=unknown engines=one
// There is another unit, which may define the weak symbol.
void reach_error(void);
void other(void);
extern int x __attribute__((weak));
int main(void) {
  other();
  if (&x != 0) reach_error();
  return 0;
}
