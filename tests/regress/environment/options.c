// KLEENE: expect=false(unreach-call) native=yes engines=one assumes=getopt
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int level = 0;
  for (int option; (option = getopt(argc, argv, "vn:")) != -1;) {
    if (option == 'v') level++;
    if (option == 'n') level = optarg[0] - '0';
  }
  assert(level != 3);
  return 0;
}
