// KLEENE: args="--property no-data-race" expect=true engines=one
// Made once, by whoever comes first.
#include <pthread.h>
int value;
pthread_once_t o = PTHREAD_ONCE_INIT;
void init(void) {
  value = 42;
}
void *w(void *a) {
  pthread_once(&o, init);
  return (void *)(long)value;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
