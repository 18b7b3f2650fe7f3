// KLEENE: expect=true
// KLEENE: command=run exit=11
// An object of a block is gone behind it; reading it is undefined.
void reach_error(void);
int main(void) {
  int *kept = 0;
  if (!kept) {
    int inner[2] = {3, 4};
    kept = &inner[1];
  }
  if (*kept == 4)
    reach_error();
  return 0;
}
