// PLACEMENT: open
void reach_error(void);
int a[2], b[2];
int main(void) {
  int *p = a + 2, *q = b + 2;
  if (p == b || q == a) reach_error();
  return 0;
}
