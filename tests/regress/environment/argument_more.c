// KLEENE: expect=unknown engines=one args="--time-limit 10"
// There may be more arguments than counterexamples have.
#include <assert.h>

int main(int argc, char **argv) {
  int used = argc > 1 ? argv[1][0] : 0;
  assert(argc < 6 || used == 0);
  return 0;
}
