// KLEENE: args="--property no-data-race" expect=true engines=one
// Each thread has an errno of its own.
#include <errno.h>
#include <pthread.h>
void *w(void *a) {
  errno = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  errno = 2;
  pthread_join(a, 0);
  return 0;
}
