// PLACEMENT: open
void reach_error(void);
static int f(void) { return 1; }
static int g(void) { return 2; }
static int h(int x) { return x; }
int main(void) {
  unsigned long a = (unsigned long)f | (unsigned long)g | (unsigned long)h;
  if (a & 15) reach_error();
  return 0;
}
