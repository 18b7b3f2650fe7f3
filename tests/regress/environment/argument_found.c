// KLEENE: args="--property unreach-call --arguments 2" expect=false(unreach-call) native=yes
// Arguments are inputs: the native run gets them on its command line.
#include <assert.h>

int main(int argc, char **argv) {
  if (argc == 2) assert(argv[1][0] != 'a');
  return 0;
}
