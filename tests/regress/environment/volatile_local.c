// KLEENE: expect=true
// Nobody else can change a local variable whose address is not taken.
extern void reach_error(void);
int main(void) {
  volatile unsigned x = 1;
  x += 1;
  if (x != 2) reach_error();
  return 0;
}
