// KLEENE: expect=false(unreach-call) native=yes engines=one
// KLEENE: expect=true engines=one args="--arguments 2 --engine bmc -D FEW" assumes=getopt
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int level = 0;
  for (int option; (option = getopt(argc, argv, "vn:")) != -1;) {
    if (option == 'v') level++;
    if (option == 'n') level = optarg[0] - '0';
  }
#ifdef FEW
  assert(level >= 0 || argc > 1);
#else
  assert(level != 3);
#endif
  return 0;
}
