// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// One of the two accesses is atomic.
#include <pthread.h>
int x;
void *inc(void *a) {
  __sync_fetch_and_add(&x, 1);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, inc, 0);
  x = 3;
  pthread_join(a, 0);
  return x;
}
