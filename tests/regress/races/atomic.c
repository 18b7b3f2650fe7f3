// KLEENE: args="--property no-data-race" expect=true engines=one
// Atomic objects are for several threads.
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x;
void *inc(void *a) {
  x++;
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
