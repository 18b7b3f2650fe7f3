// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// Unknown code within a recursion comes back to it.
extern void reach_error(void);
void tick(void);
static int depth;
void down(int n) {
  depth++;
  if (depth == 3) reach_error();
  if (n > 0) tick();
  depth--;
}
int main(void) {
  down(1);
  return 0;
}
