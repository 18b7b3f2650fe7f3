// KLEENE: expect=false(unreach-call) line=7 native=yes engines=one
// A thread begins with the first value of its variable, not with what others have made of theirs.
#include <assert.h>
#include <pthread.h>
__thread int mine = 3;
void *run(void *arg) {
  assert(mine != 3);
  return 0;
}
int main(void) {
  pthread_t a;
  mine = 4;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
