// KLEENE: args="--property no-data-race" expect=true engines=one
// An object is handed over through an atomic pointer.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(int *) box;
void *w(void *a) {
  int *p = malloc(4);
  if (p) {
    *p = 5;
    box = p;
  } else {
    static int z;
    box = &z;
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  int *p;
  while (!(p = box))
    ;
  int r = *p;
  *p = 6;
  pthread_join(a, 0);
  return r;
}
