// KLEENE: args="--property no-deadlock" expect=false(no-deadlock) native=yes engines=one
// A mutex is taken twice by one thread.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *a) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_join(a, 0);
  return 0;
}
