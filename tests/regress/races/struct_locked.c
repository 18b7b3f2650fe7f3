// KLEENE: args="--property no-data-race" expect=true engines=one
// A struct is copied under a lock: nobody sees one half of it.
#include <pthread.h>
struct p {
  long a, b;
} s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *a) {
  struct p q = {1, 1};
  pthread_mutex_lock(&m);
  s = q;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  struct p r = s;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return r.a == r.b ? 0 : 1;
}
