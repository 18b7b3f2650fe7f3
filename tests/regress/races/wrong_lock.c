// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// Each thread holds a mutex, but not the same one.
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *inc(void *a) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
void *dec(void *a) {
  pthread_mutex_lock(&n);
  x--;
  pthread_mutex_unlock(&n);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, dec, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
