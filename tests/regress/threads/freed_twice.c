// KLEENE: expect=false(valid-free) property=none line=14 native=yes engines=one
// Both look whether it was freed, under the lock, and free it later.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char *shared;
void *run(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  char *mine = shared;
  pthread_mutex_unlock(&m);
  if (mine) {
    pthread_mutex_lock(&m);
    free(mine);
    shared = 0;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  shared = malloc(8);
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
