// KLEENE: expect=false(unreach-call)
// A function that the program defines is what it says.
extern void reach_error(void);
static int n;
void trap(void) {
  n = 1;
}
int main(void) {
  trap();
  if (n == 1) reach_error();
  return 0;
}
