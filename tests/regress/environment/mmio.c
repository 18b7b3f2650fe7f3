// KLEENE: args="--mmio --engine bmc" expect=false(unreach-call) native=yes
// KLEENE: args="--mmio --property valid-deref --engine bmc" expect=true assumes=devices
// KLEENE: args="--property valid-deref --engine bmc" expect=false(valid-deref)
// Registers that are not declared volatile.
#include <assert.h>
#include <stdint.h>

struct timer {
  uint32_t control;
  uint32_t count;
};
#define TIMER ((struct timer *)0x40011000)

int main(void) {
  TIMER->control |= 1;
  assert(TIMER->count != 77);
  return 0;
}
