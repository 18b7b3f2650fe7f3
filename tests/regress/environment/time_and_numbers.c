// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes engines=one
// Time and random numbers are inputs: the native run is given those of the execution.
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  long now = time(0);
  int number = rand();
  assert(number >= 0);
  assert(!(now == 1000 && number == 7 && getpid() == 12));
  return 0;
}
