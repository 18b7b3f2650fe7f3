// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// Nobody waits for the thread.
#include <pthread.h>
int x;
void *w(void *a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  return x;
}
