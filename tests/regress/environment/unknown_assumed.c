// KLEENE: expect=true assumes=missing-bodies args="--property unreach-call"
// Another unit could start a thread, or a handler of signals, that changes x between two reads.
extern void reach_error(void);
extern void unknown(void);
int x;
int main(void) {
  unknown();
  int y = x;
  if (x != y) reach_error();
  return 0;
}
