// KLEENE: args="--entry apply" expect=true assumes=entry-functions engines=one
// What a function is given to call is code that is not here.
#include <assert.h>

int apply(int (*function)(int), int x) {
  int bits = x & 3;
  if (function) bits = bits + (function(bits) & 4);
  assert(bits < 8);
  return bits;
}
