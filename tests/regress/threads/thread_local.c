// KLEENE: expect=true engines=one
// Each thread has a variable of its own, and an errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
__thread int mine = 3;
_Thread_local struct {
  int a, b;
} pair = {1, 2};
void *run(void *arg) {
  mine++;
  errno = mine;
  pair.b = mine;
  assert(mine == 4 && errno == 4 && pair.a == 1 && pair.b == 4);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(mine == 3);
}
