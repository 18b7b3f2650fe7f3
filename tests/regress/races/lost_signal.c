// KLEENE: args="--property no-deadlock" expect=false(no-deadlock) native=yes engines=one
// The signal may come before anybody waits.
#include <pthread.h>
int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *w(void *a) {
  pthread_cond_signal(&c);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
