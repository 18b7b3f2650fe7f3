// KLEENE: expect=false(unreach-call) line=9 native=yes engines=one
// Of any number of threads, the second is not like the others.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t all[4];
void *run(void *arg) {
  pthread_mutex_lock(&lock);
  assert(!all[1] || !pthread_equal(all[1], pthread_self()));
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  for (unsigned i = 0;; i = (i + 1) % 4)
    pthread_create(&all[i], 0, run, 0);
}
