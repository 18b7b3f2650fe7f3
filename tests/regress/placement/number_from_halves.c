// PLACEMENT: open
void reach_error(void);
int x;
int main(void) {
  unsigned long a = (unsigned long)&x;
  unsigned low = (unsigned)a, high = (unsigned)(a >> 32);
  *(int *)((unsigned long)high << 32 | low) = 5;
  if (x == 5) reach_error();
  return 0;
}
