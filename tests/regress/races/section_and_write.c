// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// A section of the verifier against a plain write.
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
  x = 7;
  pthread_join(a, 0);
  return 0;
}
