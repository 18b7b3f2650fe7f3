// KLEENE: expect=false(unreach-call) line=9 native=yes engines=one
// A weak reference that nobody defines is null.
void reach_error(void);
extern int x __attribute__((weak));
extern int f(void);
#pragma weak f
int *p = &x;
int main(void) {
  if (p == 0 && !f) reach_error();
  return 0;
}
