// KLEENE: expect=true assumes=integers engines=one
// KLEENE: expect=true assumes=data-model engines=one
// KLEENE: expect=true assumes=undefined-behaviour engines=one
// KLEENE: expect=true assumes=-uninitialised engines=one
// KLEENE: expect=true assumes=-floats engines=one
// KLEENE: expect=true assumes=-missing-bodies engines=one
// What holds for every answer about C, and nothing that this program does not use.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int() & 7;
  assert(x < 8);
  return 0;
}
