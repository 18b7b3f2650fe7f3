// KLEENE: expect=true
// A jump out of a block ends its objects.
void reach_error(void);
int main(void) {
  int *kept;
  {
    int x = 9;
    kept = &x;
    goto out;
  }
out:
  if (*kept == 9)
    reach_error();
  return 0;
}
