// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--property no-overflow --engine explicit-value"
// The exported function overflows if it is called with a large number.
void act(void);
int twice(int n) {
  return n + n;
}
int main(void) {
  act();
  return twice(3);
}
