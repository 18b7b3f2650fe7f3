// KLEENE: args="--property termination" expect=false(termination) engines=one
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
