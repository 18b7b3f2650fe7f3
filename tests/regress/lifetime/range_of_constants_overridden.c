// KLEENE: expect=true engines=one
// The other parts stay if the value of the range is a constant.
void reach_error(void);
struct pair { int a, b[3]; };
int main(void) {
  struct pair x[3] = {[0 ... 1] = {4, {7, 7}}, [1].b[1] = 30};
  if (x[0].b[1] != 7 || x[1].a != 4 || x[1].b[0] != 7 || x[1].b[1] != 30 || x[1].b[2] != 0 || x[2].a != 0) reach_error();
  return 0;
}
