// KLEENE: args="--property no-data-race" expect=true engines=one
// The winner of an exchange owns the data.
#include <pthread.h>
#include <stdatomic.h>
atomic_int taken;
int x;
void *w(void *a) {
  int no = 0;
  if (atomic_compare_exchange_strong(&taken, &no, 1)) x++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
