// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// A semaphore that lets two in is no lock.
#include <pthread.h>
#include <semaphore.h>
int x;
sem_t s;
void *w(void *a) {
  sem_wait(&s);
  x++;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 2);
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
