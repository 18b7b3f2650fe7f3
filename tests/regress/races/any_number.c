// KLEENE: args="--property no-data-race" expect=true engines=one
// Any number of threads with one lock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *w(void *a) {
  pthread_mutex_lock(&m);
  x = !x;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  for (;;) pthread_create(&a, 0, w, 0);
}
