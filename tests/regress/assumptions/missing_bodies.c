// KLEENE: args="--missing-bodies nondet" expect=true assumes=missing-bodies engines=one
// KLEENE: expect=true assumes=missing-bodies engines=one
// That a function without body returns, and what it may do, is said under either reading.
#include <assert.h>

int elsewhere(int);

int main(void) {
  int x = elsewhere(1) & 3;
  assert(x < 4);
  return 0;
}
