// KLEENE: expect=true
// Readers see both halves of a pair or none.
#include <assert.h>
#include <pthread.h>
int a, b;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  a = 1;
  b = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}
void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int x = a;
  int y = b;
  pthread_rwlock_unlock(&lock);
  assert(x == y);
  return 0;
}
int main(void) {
  pthread_t w, r, s;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&w, 0, writer, 0);
  pthread_create(&s, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
  pthread_join(s, 0);
}
