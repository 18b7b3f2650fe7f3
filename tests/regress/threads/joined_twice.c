// KLEENE: expect=unknown reason="joined or detached twice" engines=one
// The id of a thread that was joined means nothing any more.
#include <assert.h>
#include <pthread.h>
void *run(void *arg) { return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
  assert(pthread_join(a, 0) != 0);
}
