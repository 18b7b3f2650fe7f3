// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// A library function that is not modelled gets a function.
#include <search.h>
extern void reach_error(void);

static void visit(const void *node, VISIT which, int depth) {
  reach_error();
}

int main(void) {
  twalk(0, visit);
  return 0;
}
