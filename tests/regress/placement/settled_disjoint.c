// PLACEMENT: settled
void reach_error(void);
int a[2], b[2];
int main(void) {
  unsigned long x = (unsigned long)a, y = (unsigned long)b;
  if (x == y || x + 4 == y || y + 4 == x) reach_error();
  return 0;
}
