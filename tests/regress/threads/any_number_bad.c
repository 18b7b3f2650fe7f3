// KLEENE: expect=false(unreach-call) native=yes engines=one
// Any number of threads, without the lock.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside, ready;
void *run(void *arg) {
  while (!ready) ;
  inside++;
  assert(inside == 1);
  inside--;
  ;
  return 0;
}
int main(void) {
  pthread_t id;
  for (;;) {
    pthread_create(&id, 0, run, 0);
    ready = 1;
  }
}
