// PLACEMENT: open
void reach_error(void);
int x, y;
int main(void) {
  unsigned long a = (unsigned long)&y, b = (unsigned long)&x;
  while (a < b) a++;
  while (a > b) a--;
  *(int *)a = 5;
  if (x == 5) reach_error();
  return 0;
}
