// KLEENE: expect=true assumes=uninitialised engines=one
// KLEENE: args="--uninit nondet" expect=true assumes=uninitialised engines=one
// A variable without a value: what it may be is said.
#include <assert.h>

int main(void) {
  int x;
  assert((x & 1) < 2);
  return 0;
}
