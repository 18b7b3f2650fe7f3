// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes
// Standard input is any bytes: an execution may need certain ones, which a native run really reads.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a = getchar();
  int b = getchar();
  assert(!(a == 'k' && b == '\n'));
  return 0;
}
