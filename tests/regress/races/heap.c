// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// Both threads write one element of an array on the heap.
#include <pthread.h>
#include <stdlib.h>
void *w(void *a) {
  ((int *)a)[1] = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  int *p = malloc(3 * sizeof(int));
  if (!p)
    return 1;
  pthread_create(&a, 0, w, p);
  p[1] = 2;
  pthread_join(a, 0);
  free(p);
  return 0;
}
