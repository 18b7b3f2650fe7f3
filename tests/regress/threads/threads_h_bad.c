// KLEENE: expect=false(unreach-call) line=15 native=yes engines=one
#include <assert.h>
#include <threads.h>
int x;
int run(void *arg) {
  x = x + 1;
  return 0;
}
int main(void) {
  thrd_t a, b;
  thrd_create(&a, run, 0);
  thrd_create(&b, run, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  assert(x == 2);
}
