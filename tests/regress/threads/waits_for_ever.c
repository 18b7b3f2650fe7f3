// KLEENE: args="--property termination --engine termination --time-limit 20" expect=unknown engines=one
// KLEENE: args="--property unreach-call" expect=true engines=one
// The only thread waits for itself, and gets no further.
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  reach_error();
  return 0;
}
