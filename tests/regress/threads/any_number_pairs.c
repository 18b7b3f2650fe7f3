// KLEENE: expect=true engines=one
// A lock that the program makes itself: no two threads hold it.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
int held, a, b = 1;
void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(held == 0);
  held = 1;
}
void *run(void *arg) {
  int t;
  for (;;) {
    __VERIFIER_atomic_take();
    assert(a != b);
    t = a;
    a = b;
    b = t;
    held = 0;
  }
  return 0;
}
int main(void) {
  pthread_t id;
  for (;;) pthread_create(&id, 0, run, 0);
}
