// KLEENE: args="--property unreach-call --arguments 4" expect=false(unreach-call) native=yes
// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc != 3);
  return 0;
}
