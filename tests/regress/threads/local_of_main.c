// KLEENE: expect=false(unreach-call) native=yes
// A local variable of main lives until main returns, and the other thread may be faster.
#include <assert.h>
#include <pthread.h>
int flag;
void *use(void *arg) {
  int *shared = arg;
  if (flag) assert(*shared != 5);
  return 0;
}
int main(void) {
  int local = 5;
  pthread_t id;
  pthread_create(&id, 0, use, &local);
  flag = 1;
  return 0;
}
