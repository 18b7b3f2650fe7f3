// KLEENE: expect=unknown reason="long double"
void reach_error(void) {}
int main(void) {
  long double x = 1;
  if (x + 1 == 3) reach_error();
  return 0;
}
