// KLEENE: expect=unknown engines=one reason="range"
// A designator for a part of what a range has initialised: gcc drops the other parts of that element if the value of
// the range is no constant, so that x[1].b[0] is 0.
void reach_error(void);
struct pair { int a, b[3]; };
static int calls;
static int next(void) { return ++calls; }
int main(void) {
  struct pair x[3] = {[0 ... 1] = {next(), {7, 7}}, [1].b[1] = 30};
  if (x[0].b[0] == 7 && x[1].b[0] == 0) reach_error();
  return 0;
}
