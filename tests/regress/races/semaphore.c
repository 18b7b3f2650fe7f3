// KLEENE: args="--property no-data-race" expect=true engines=one
// Handed over by a semaphore.
#include <pthread.h>
#include <semaphore.h>
int x;
sem_t s;
void *w(void *a) {
  x = 1;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t a;
  sem_init(&s, 0, 0);
  pthread_create(&a, 0, w, 0);
  sem_wait(&s);
  x = 2;
  pthread_join(a, 0);
  return 0;
}
