// KLEENE: expect=true
// Atomic objects and the functions that gcc has for them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x;
int y;
void *run(void *arg) {
  x++;
  x += 2;
  __sync_fetch_and_add(&y, 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 6 && y == 2);
}
