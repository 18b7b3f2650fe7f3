// KLEENE: expect=unknown reason="joined or detached twice" engines=one
#include <assert.h>
#include <pthread.h>
void *run(void *arg) { return 0; }
int main(void) {
  pthread_t a;
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&a, &detached, run, 0);
  assert(pthread_join(a, 0) != 0);
}
