// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// A lock is destroyed while another thread may take it.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *a) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_destroy(&m);
  pthread_join(a, 0);
  return 0;
}
