// KLEENE: expect=true
// One argument reads what another changes.
void reach_error(void);
static int second(int a, int b) { return b; }
int main(void) {
  int i = 4;
  if (second(i++, i) > 0)
    reach_error();
  return 0;
}
