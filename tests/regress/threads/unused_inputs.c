// KLEENE: expect=true engines=one
// The result of a thread that nobody looks at, and an input that is only asked whether it is zero.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
_Bool chosen;
int x;
void *choose(void *arg) {
  chosen = __VERIFIER_nondet_int();
  if (chosen) x = 1;
  return __VERIFIER_nondet_pointer();
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, choose, 0);
  assert(x == 0 || chosen);
}
