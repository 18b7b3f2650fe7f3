// PLACEMENT: open
void reach_error(void);
int x;
int main(void) {
  int *p = &x, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
  *q = 5;
  if (x == 5) reach_error();
  return 0;
}
