// KLEENE: expect=true
// What the last round of a loop declared is gone in the next one, by `continue` and by `break` too.
void reach_error(void);
int main(void) {
  int *kept = 0;
  for (int i = 0; i < 3; i++) {
    if (kept && *kept == 7)
      reach_error();
    int x = 7;
    kept = &x;
    if (i == 0)
      continue;
    break;
  }
  if (*kept == 7)
    reach_error();
  return 0;
}
