// KLEENE: expect=true args="--svcomp --property unreach-call"
// KLEENE: expect=true args="--svcomp --property no-overflow"
// Functions and sections of the verifier are atomic.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
void __VERIFIER_atomic_both(void) { x = x + 1; y = y + 1; }
void *step(void *arg) {
  __VERIFIER_atomic_both();
  __VERIFIER_atomic_begin();
  if (x != y) reach_error();
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, step, 0);
  pthread_create(&b, 0, step, 0);
  return 0;
}
