// KLEENE: expect=true
// The block of a statement expression ends before its value is used.
void reach_error(void);
int main(void) {
  int *kept = ({ int x = 5; int *p = &x; p; });
  if (*kept == 5)
    reach_error();
  return 0;
}
