// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// prepare may register last, which is exported, for the end of the program.
extern void reach_error(void);
void prepare(void);
static int armed;
void last(void) {
  if (armed) reach_error();
}
int main(void) {
  prepare();
  armed = 1;
  return 0;
}
