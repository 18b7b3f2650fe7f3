// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// All threads get the address of the one loop counter.
#include <pthread.h>
int out[2];
void *w(void *a) {
  int i = *(int *)a;
  out[i] = 1;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, w, &i);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return 0;
}
