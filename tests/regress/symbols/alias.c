// KLEENE: expect=false(unreach-call) line=14 native=yes engines=one
// Two names of one object, and of one function.
void reach_error(void);
static int a;
extern int b __attribute__((alias("a")));
int c;
extern int d __asm__("c");
int f(int x) { return x + a; }
int g(int) __attribute__((weak, alias("f")));
static int h(int) __attribute__((weakref("f")));
int main(void) {
  b = 1;
  d = 2;
  if (a == 1 && c == 2 && g(3) == 4 && h(4) == 5) reach_error();
  return 0;
}
