// KLEENE: args="--property no-data-race" expect=true engines=one
// Each thread gets an argument of its own.
#include <pthread.h>
int out[2], id[2];
void *w(void *a) {
  int i = *(int *)a;
  out[i] = 1;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    id[i] = i;
    pthread_create(&t[i], 0, w, &id[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return out[0];
}
