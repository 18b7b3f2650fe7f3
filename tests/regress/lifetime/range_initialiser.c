// KLEENE: expect=false(unreach-call) native=yes
// The initialiser of a range is evaluated once.
void reach_error(void);
int calls;
static int next(void) { return ++calls; }
int main(void) {
  int a[4] = {[0 ... 2] = next(), 7};
  struct { int x, y; } s[3] = {[0 ... 2] = {next(), 5}};
  if (calls == 2 && a[0] == 1 && a[2] == 1 && a[3] == 7 && s[2].x == 2 && s[2].y == 5)
    reach_error();
  return 0;
}
