// KLEENE: args="--property unreach-call" expect=unknown reason="environment" engines=one
// What a stream has in its buffer, read does not see: this is not modelled.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char byte = 0;
  int first = getchar();
  if (first < 0 || read(0, &byte, 1) != 1) return 0;
  assert(byte != 'x');
  return 0;
}
