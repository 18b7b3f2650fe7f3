// KLEENE: expect=unknown engines=one reason="array sizes"
// Three sizes that disturb each other are not covered.
void reach_error(void);
static int calls;
static int next(void) { return ++calls + 3; }
int main(void) {
  int a[next()][next()][next()];
  if (sizeof a == 4 * 4 * 5 * 6) reach_error();
  return 0;
}
