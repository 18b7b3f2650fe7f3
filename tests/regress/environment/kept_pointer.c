// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
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
