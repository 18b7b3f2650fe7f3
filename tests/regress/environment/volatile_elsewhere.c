// KLEENE: expect=unknown exit=5 args="--property valid-deref --time-limit 10" engines=one
// Nobody knows whether there is a device where a number leads that the program does not name.
#include <stdint.h>
uintptr_t __VERIFIER_nondet_ulong(void);

int main(void) {
  volatile uint32_t *port = (volatile uint32_t *)__VERIFIER_nondet_ulong();
  return *port == 3;
}
