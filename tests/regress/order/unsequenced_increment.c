// KLEENE: expect=true
// KLEENE: command=run exit=11 reason="unsequenced"
// A variable is written twice without a sequence point: undefined, and reaches nothing.
void reach_error(void);
int main(void) {
  int i = 1;
  i = i++ + 1;
  reach_error();
  return 0;
}
