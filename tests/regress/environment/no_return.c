// KLEENE: expect=unknown exit=5 reason="unknown value" args="--engine explicit-value"
// KLEENE: expect=false(unreach-call) line=10 args="--missing-bodies nondet"
// trap is a function like any other here: it may return, and it may not.
extern void reach_error(void);
void trap(int code);
void unreachable(void);
int main(void) {
  trap(1);
  unreachable();
  reach_error();
  return 0;
}
