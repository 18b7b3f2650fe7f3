// PLACEMENT: open
void reach_error(void);
int x;
int main(void) {
  unsigned long a = (unsigned long)&x, r = 0;
  for (int i = 0; i < 64; i++) if (a >> i & 1) r |= 1UL << i;
  *(int *)r = 5;
  if (x == 5) reach_error();
  return 0;
}
