// KLEENE: expect=true engines=one
// KLEENE: args="--property no-deadlock" expect=true engines=one
// No thread has the id 0, and none can wait for itself.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_t first;
void *run(void *arg) {
  assert(!pthread_equal(pthread_self(), first));
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  return 0;
}
int main(void) {
  pthread_t a;
  first = pthread_self();
  assert(first != 0);
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
