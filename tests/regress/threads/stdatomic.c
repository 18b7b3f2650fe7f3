// KLEENE: expect=true engines=one
// The operations of <stdatomic.h> and __atomic_* are single steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
atomic_int x, sum;
atomic_flag held = ATOMIC_FLAG_INIT;
int plain, y;
void *run(void *arg) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &old, old + 1)) ;
  atomic_fetch_add(&sum, 2);
  __atomic_sub_fetch(&y, 1, __ATOMIC_SEQ_CST);
  if (!atomic_flag_test_and_set(&held)) plain++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&x) == 2 && sum == 4 && y == -2 && plain == 1);
}
