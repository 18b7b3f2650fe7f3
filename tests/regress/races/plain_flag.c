// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// A flag that is not atomic publishes nothing.
#include <pthread.h>
int data, flag;
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
  return data;
}
