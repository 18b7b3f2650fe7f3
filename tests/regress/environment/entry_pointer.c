// KLEENE: expect=false(unreach-call) args="--property environment/entry_pointer.prp --engine explicit-value"
// The parameter leads to an object, so that the call is reached.
extern void reach_error(void);
void put(int *p) {
  if (p == 0) return;
  *p = 5;
  reach_error();
}
int main(void) {
  return 0;
}
