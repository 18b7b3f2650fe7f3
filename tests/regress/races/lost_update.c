// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// Two increments without a lock.
#include <pthread.h>
int x;
void *inc(void *a) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x;
}
