// KLEENE: args="--property no-deadlock" expect=false(no-deadlock) native=yes engines=one
// Two threads wait for one permit.
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *w(void *a) {
  sem_wait(&s);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
