// KLEENE: expect=unknown engines=one args="--time-limit 6"
// remember may keep the address of x until use.
extern void reach_error(void);
void remember(int *p);
void use(void);

int main(void) {
  int x = 1;
  remember(&x);
  x = 2;
  use();
  if (x != 2) reach_error();
  return 0;
}
