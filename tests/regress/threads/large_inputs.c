// KLEENE: expect=unknown reason="too many values"
// Trying a few values of an input proves nothing.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int value;
void *ask(void *arg) {
  value = __VERIFIER_nondet_int();
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, ask, 0);
  pthread_join(id, 0);
  assert(value * 2 != 246912);
}
