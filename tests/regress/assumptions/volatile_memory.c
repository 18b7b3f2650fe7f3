// KLEENE: args="--volatile memory" expect=true assumes=volatile engines=one
// KLEENE: expect=false(unreach-call) assumes=-volatile native=yes engines=one
// That nobody else writes a volatile object is assumed where it is asked for only.
#include <assert.h>

volatile int flag;

int main(void) {
  flag = 1;
  assert(flag == 1);
  return 0;
}
