// KLEENE: expect=true
// Calls that write different objects, by name and through pointers, do not disturb each other, however many
// they are; nor do calls that only read.
void reach_error(void);
static int a, b, c, d, e, f;
static int table[8];
static int set(int *p, int x) { return *p = x; }
static int up_a(void) { return ++a; }
static int up_b(void) { return ++b; }
static int up_c(void) { return ++c; }
static int at(int i) { return table[i & 7]; }
int main(void) {
  int *p = &d;
  table[1] = 1;
  int sum = up_a() + up_b() + up_c() + at(1) + at(2) + at(3) + at(4) + (*p = 1) + e + f;
  if (sum != 5 || d != 1) reach_error();
  int local = 0;
  sum = set(&local, 2) + up_a() + up_b() + up_c() + at(1) + at(2);
  if (sum != 9) reach_error();
  return 0;
}
