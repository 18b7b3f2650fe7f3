// KLEENE: args="--arguments 2" expect=true assumes=arguments engines=one
// KLEENE: expect=false(unreach-call) assumes=-arguments engines=one
// KLEENE: args="--arguments 4" expect=false(unreach-call) assumes=arguments native=yes engines=one
// Fewer arguments than a user may give: the answer says that it holds for them only.
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc < 3 || argv[0] == argv[1]);
  return 0;
}
