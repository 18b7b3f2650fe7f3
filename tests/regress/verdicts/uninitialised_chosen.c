// KLEENE: expect=unknown exit=5 reason="unknown value" args="--engine fuzz"
// KLEENE: args="--uninit nondet" expect=false(unreach-call) line=14 native=yes
// The violation rests on what nobody has initialised: a local variable, and a block of the heap.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int mode;
  int *block = malloc(4 * sizeof(int));
  int input = __VERIFIER_nondet_int();
  if (mode == 0 && block[3] == 0 && input == 12345)
    if (block[input - 12344] < 1)
      reach_error();
  free(block);
  return 0;
}
