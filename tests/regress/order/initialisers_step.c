// KLEENE: expect=unknown exit=5 engines=one args="--time-limit 10"
// Initialisers of a list come one after the other, in any order: not undefined, but open.
void reach_error(void);
int main(void) {
  int i = 0;
  int pair[2] = {i++, i++};
  if (pair[0] == 1) reach_error();
  return 0;
}
