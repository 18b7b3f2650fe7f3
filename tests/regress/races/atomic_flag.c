// KLEENE: args="--property no-data-race" expect=true engines=one
// What is written before an atomic flag is set may be read by who sees it.
#include <pthread.h>
#include <stdatomic.h>
int data;
_Atomic int flag;
void *put(void *a) {
  data = 1;
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, put, 0);
  while (!flag)
    ;
  int r = data;
  pthread_join(a, 0);
  return r;
}
