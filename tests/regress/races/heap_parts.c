// KLEENE: args="--property no-data-race" expect=true engines=one
// Each thread has elements of its own.
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
  p[0] = 2;
  p[2] = 3;
  pthread_join(a, 0);
  int r = p[0] + p[1];
  free(p);
  return r;
}
