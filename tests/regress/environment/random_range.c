// KLEENE: args="--property unreach-call" expect=true engines=one
// Random numbers are not negative, and a process has one number.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int die = rand() % 6;
  assert(0 <= die && die < 6 && random() >= 0);
  assert(getpid() > 0 && getpid() == getpid());
  return 0;
}
