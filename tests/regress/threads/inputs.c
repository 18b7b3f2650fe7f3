// KLEENE: expect=false(unreach-call) native=yes engines=one
// A thread asks for an input; the other one decides whether it matters.
#include <assert.h>
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int ready, value;
void *ask(void *arg) {
  value = __VERIFIER_nondet_uchar();
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, ask, 0);
  if (ready) assert(value != 77);
}
