// KLEENE: expect=false(unreach-call) native=yes
// The same for a variable of another function: it can be used between the last step that others see and the return.
#include <assert.h>
#include <pthread.h>
int *published;
int flag, x;
static void publish(void) {
  int local = 7;
  published = &local;
  flag = 1;
}
void *use(void *arg) {
  if (flag) assert(*published != 7);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, use, 0);
  publish();
  x = 1;
  pthread_join(id, 0);
  return 0;
}
