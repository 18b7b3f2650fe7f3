// PLACEMENT: open
void reach_error(void);
int x, y;
int main(void) {
  unsigned long both = (unsigned long)&x ^ (unsigned long)&y;
  *(int *)(both ^ (unsigned long)&y) = 5;
  if (x == 5) reach_error();
  return 0;
}
