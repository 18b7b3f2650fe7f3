// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// An exported pointer leads to a static variable.
extern void reach_error(void);
void act(void);
static int hidden;
int *door = &hidden;
int main(void) {
  act();
  if (hidden) reach_error();
  return 0;
}
