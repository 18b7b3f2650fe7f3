// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// Freed while another thread reads.
#include <pthread.h>
#include <stdlib.h>
int *p;
void *w(void *a) {
  int r = *p;
  return (void *)(long)r;
}
int main(void) {
  pthread_t a;
  p = malloc(4);
  if (!p)
    return 1;
  *p = 1;
  pthread_create(&a, 0, w, 0);
  free(p);
  pthread_join(a, 0);
  return 0;
}
