// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// The first look at the flag is not protected.
#include <pthread.h>
int init, value;
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
