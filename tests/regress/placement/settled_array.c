// PLACEMENT: settled
void reach_error(void);
int a[4], b[4];
int main(void) {
  for (int *p = a; p != a + 4; p++) *p = 1;
  for (int *p = b; p < b + 4; p++) *p = 2;
  if (a[3] != 1 || b[0] != 2 || &a[3] - &a[1] != 2) reach_error();
  return 0;
}
