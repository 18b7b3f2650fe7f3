// KLEENE: expect=true
// KLEENE: command=run exit=11 reason="unsequenced"
// Two writes without a sequence are undefined if the pointers lead to one object.
void reach_error(void);
static void step(int *p, int *q) { *p = (*q)++; }
int main(void) {
  int x = 1;
  step(&x, &x);
  reach_error();
  return 0;
}
