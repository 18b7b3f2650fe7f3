// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// Writes under the lock for readers.
#include <pthread.h>
int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *rd(void *a) {
  pthread_rwlock_rdlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, rd, 0);
  pthread_create(&b, 0, rd, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
