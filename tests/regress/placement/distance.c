// PLACEMENT: open
void reach_error(void);
int a, b;
int main(void) {
  unsigned long x = (unsigned long)&a, y = (unsigned long)&b;
  if (x - y == 4 || y - x == 4) reach_error();
  return 0;
}
