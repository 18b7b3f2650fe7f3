// KLEENE: expect=true engines=one
// <threads.h> by its own names.
#include <assert.h>
#include <threads.h>
mtx_t lock;
once_flag once = ONCE_FLAG_INIT;
int x, begun;
void begin(void) { begun++; }
int run(void *arg) {
  call_once(&once, begin);
  mtx_lock(&lock);
  x = x + *(int *)arg;
  mtx_unlock(&lock);
  return 7;
}
int main(void) {
  thrd_t a, b;
  int two = 2, result;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, run, &two);
  thrd_create(&b, run, &two);
  thrd_join(a, &result);
  thrd_join(b, 0);
  assert(x == 4 && begun == 1 && result == 7);
}
