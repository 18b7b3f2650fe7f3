// KLEENE: expect=ERROR exit=2 reason=main
int f(void) {
  return 0;
}
