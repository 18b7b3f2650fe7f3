// KLEENE: args="--property no-data-race" expect=true engines=one
// Sections of the verifier.
#include <pthread.h>
int x;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void *w(void *a) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  __VERIFIER_atomic_begin();
  x = 7;
  __VERIFIER_atomic_end();
  pthread_join(a, 0);
  return 0;
}
