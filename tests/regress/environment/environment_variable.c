// KLEENE: expect=false(unreach-call) native=yes engines=one
// A variable of the environment is there or not, and has any text.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *home = getenv("HOME");
  assert(!home || home[0] != '/');
  return 0;
}
