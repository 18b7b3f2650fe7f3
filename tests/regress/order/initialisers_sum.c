// KLEENE: expect=true
// Initialisers of a list come one after the other, in any order.
void reach_error(void);
int main(void) {
  int i = 0;
  int pair[2] = {i++, i++};
  if (pair[0] + pair[1] != 1 || i != 2) reach_error();
  return 0;
}
