// KLEENE: expect=unknown engines=one reason="weak"
// Another unit may define what is a weak alias here. To hold its address is no use of it.
void reach_error(void);
void other(void);
static int f(void) { return 1; }
int g(void) __attribute__((weak, alias("f")));
static int (*const table[])(void) = {g};
int main(int argc, char **argv) {
  if (table[0]() == 7) reach_error();
  other();
  return 0;
}
