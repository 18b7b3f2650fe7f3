// KLEENE: args="--property termination" expect=false(termination)
// The same state machine without the counter.
int main(void) {
  int state = 0;
  while (state != 3) {
    if (state == 0) {
      state = 1;
    } else if (state == 1) {
      state = 0;
    } else if (state == 2) {
      state = 3;
    }
  }
  return 0;
}
