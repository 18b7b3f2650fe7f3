// PLACEMENT: open
void reach_error(void);
static void f(unsigned long caller, int n) {
  int x = n;
  if (n > 0) f((unsigned long)&x, n - 1);
  else if ((unsigned long)&x < caller) reach_error();
}
int main(void) { f(0, 1); return 0; }
