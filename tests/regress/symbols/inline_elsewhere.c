// KLEENE: expect=unknown engines=one reason="inline"
// There is another unit, whose external definition may be called instead of the inline one.
void reach_error(void);
void other(void);
inline int f(void) { return 1; }
int main(void) {
  if (f() == 7) reach_error();
  other();
  return 0;
}
