// KLEENE: expect=unknown reason="thread-local"
// Each thread has a variable of its own, which is not modelled.
#include <assert.h>
#include <pthread.h>
__thread int mine;
int seen;
void *run(void *arg) {
  mine++;
  if (mine == 2) seen = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!seen);
}
