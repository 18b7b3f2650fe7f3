// KLEENE: args="--property no-data-race" expect=true engines=one
// A local variable that another thread writes is read after the join.
#include <pthread.h>
void *w(void *a) {
  *(int *)a = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  int l = 0;
  pthread_create(&t, 0, w, &l);
  pthread_join(t, 0);
  return l;
}
