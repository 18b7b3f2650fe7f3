// KLEENE: args="--property no-data-race" expect=true engines=one
// Nobody takes the lock any more.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;
void *w(void *a) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  int d = done;
  pthread_mutex_unlock(&m);
  if (d) pthread_mutex_destroy(&m);
  pthread_join(a, 0);
  return 0;
}
