// KLEENE: expect=false(unreach-call) native=yes engines=one
// A word that stands in the program.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  int verbose = 0;
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--verbose") == 0) verbose = 1;
  assert(!verbose);
  return 0;
}
