// KLEENE: expect=false(unreach-call) native=yes inputs=123456 engines=one
// An input that is only compared with a constant: the constant and its neighbours stand for all values.
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
  assert(value != 123456);
}
