// PLACEMENT: open
void reach_error(void);
static int a, b, c;
static int *const table[] = {&a, &b, &c};
int main(void) {
  for (int i = 0; i + 1 < 3; i++)
    if ((unsigned long)table[i] > (unsigned long)table[i + 1]) return 0;
  reach_error();
  return 0;
}
