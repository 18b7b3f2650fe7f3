// KLEENE: expect=true
// A bounded buffer with condition variables.
#include <assert.h>
#include <pthread.h>
#define N 2
int buffer[N], count, in, out, sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
void *produce(void *arg) {
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&m);
    while (count == N) pthread_cond_wait(&not_full, &m);
    buffer[in] = i; in = (in + 1) % N; count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *consume(void *arg) {
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&not_empty, &m);
    int v = buffer[out]; out = (out + 1) % N; count--;
    assert(v == i);
    sum += v;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t p, c;
  pthread_create(&p, 0, produce, 0);
  pthread_create(&c, 0, consume, 0);
  pthread_join(p, 0);
  pthread_join(c, 0);
  assert(sum == 6);
}
