// KLEENE: expect=true engines=one
// What a lock says that cannot be had.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
sem_t tokens;
int inside, value;
void *run(void *arg) {
  if (sem_trywait(&tokens)) {
    assert(errno == EAGAIN);
    return 0;
  }
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&tokens);
  return 0;
}
int main(void) {
  pthread_t a;
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY && pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_spin_init(&spin, 0);
  assert(pthread_spin_trylock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY);
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
  sem_init(&tokens, 0, 1);
  pthread_create(&a, 0, run, 0);
  run(0);
  pthread_join(a, 0);
  sem_getvalue(&tokens, &value);
  assert(value == 1);
}
