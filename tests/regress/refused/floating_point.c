// KLEENE: expect=unknown exit=5 reason="not modelled, and perhaps reached: floating-point"
// KLEENE: command=run exit=3
extern void reach_error(void);
int main(void) {
  int i = 3;
  long double x = i * 0.5L;
  if (x > 1.0)
    reach_error();
  return 0;
}
