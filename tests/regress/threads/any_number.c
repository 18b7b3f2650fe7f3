// KLEENE: expect=true engines=one
// Any number of threads.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside, ready;
void *run(void *arg) {
  pthread_mutex_lock(&lock);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t id;
  for (;;) {
    pthread_create(&id, 0, run, 0);
    ready = 1;
  }
}
