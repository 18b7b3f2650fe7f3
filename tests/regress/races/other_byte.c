// KLEENE: args="--property no-data-race" expect=true engines=one
// Neighbouring bytes.
#include <pthread.h>
char c[4];
void *w(void *a) {
  c[3] = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  c[2] = 7;
  pthread_join(a, 0);
  return 0;
}
