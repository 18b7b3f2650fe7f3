// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// The object that create gives is one that this unit does not know.
extern void reach_error(void);
int *create(void);

int main(void) {
  int *p = create();
  *p = 1;
  reach_error();
  return 0;
}
