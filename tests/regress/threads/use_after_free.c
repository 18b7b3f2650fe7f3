// KLEENE: expect=false(valid-deref) property=none line=11 native=yes engines=one
// The lock keeps the accesses apart, but not in the order that they need.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *shared;
int seen;
void *run(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  seen = *shared;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t id;
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_create(&id, 0, run, 0);
  pthread_mutex_lock(&m);
  free(shared);
  pthread_mutex_unlock(&m);
  pthread_join(id, 0);
  return 0;
}
