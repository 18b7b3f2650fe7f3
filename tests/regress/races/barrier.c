// KLEENE: args="--property no-data-race" expect=true engines=one
// What is written before a barrier may be read behind it.
#include <pthread.h>
int x, y;
pthread_barrier_t b;
void *w(void *a) {
  x = 1;
  pthread_barrier_wait(&b);
  return (void *)(long)y;
}
int main(void) {
  pthread_t a;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&a, 0, w, 0);
  y = 1;
  pthread_barrier_wait(&b);
  int r = x;
  pthread_join(a, 0);
  return r;
}
