// KLEENE: args="--property no-data-race" expect=true engines=one
// Published under a mutex, awaited with a condition variable.
#include <pthread.h>
int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *put(void *a) {
  pthread_mutex_lock(&m);
  data = 1;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, put, 0);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  int r = data;
  pthread_join(a, 0);
  return r;
}
