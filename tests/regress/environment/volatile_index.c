// KLEENE: args="--property valid-deref --engine bmc" expect=false(valid-deref) line=12 native=yes
// What a register gives is used as an index: the address sanitizer sees it.
#include <stdint.h>

volatile uint8_t channel;
volatile uint32_t value;
static uint32_t table[8];

int main(void) {
  uint8_t c = channel;
  if (c > 8) return 0;
  table[c] = value;
  return 0;
}
