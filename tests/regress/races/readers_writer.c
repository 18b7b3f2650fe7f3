// KLEENE: args="--property no-data-race" expect=true engines=one
// Readers and a writer with a lock for both.
#include <pthread.h>
int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *rd(void *a) {
  pthread_rwlock_rdlock(&l);
  int r = x;
  pthread_rwlock_unlock(&l);
  return (void *)(long)r;
}
void *wr(void *a) {
  pthread_rwlock_wrlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, rd, 0);
  pthread_create(&b, 0, rd, 0);
  pthread_create(&c, 0, wr, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
