// KLEENE: args="--property no-data-race" expect=true engines=one
// The flag is atomic.
#include <pthread.h>
#include <stdatomic.h>
_Atomic int init;
int value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int get(void) {
  if (!init) {
    pthread_mutex_lock(&m);
    if (!init) {
      value = 42;
      init = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return value;
}
void *w(void *a) {

  return (void *)(long)get();
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
