// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes engines=one
// A read may give less than was asked for.
#include <assert.h>
#include <unistd.h>

int main(void) {
  char bytes[4];
  ssize_t count = read(0, bytes, sizeof bytes);
  assert(count <= 0 || count == sizeof bytes);
  return 0;
}
