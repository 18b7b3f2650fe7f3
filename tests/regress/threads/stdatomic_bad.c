// KLEENE: expect=false(unreach-call) line=17 native=yes engines=one
// Two atomic operations are not one.
#include <assert.h>
#include <pthread.h>
int x;
void *run(void *arg) {
  int old = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  __atomic_store_n(&x, old + 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
}
