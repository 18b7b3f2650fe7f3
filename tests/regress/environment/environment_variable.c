// KLEENE: expect=false(unreach-call) native=yes engines=one args="-D SET"
// KLEENE: expect=false(valid-deref) native=yes engines=one args="-D UNCHECKED --property valid-deref" line=14
// KLEENE: expect=true engines=one args="--engine bmc"
// A variable of the environment is there or not, and has the same value each time.
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef SET
  char *home = getenv("HOME");
  assert(!home || home[0] != '/');
#elif defined UNCHECKED
  char *home = getenv("HOME");
  return home[0] == '/';
#else
  char *once = getenv("HOME");
  assert(once == getenv("HOME"));
#endif
  return 0;
}
