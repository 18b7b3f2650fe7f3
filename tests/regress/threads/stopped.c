// KLEENE: expect=false(unreach-call) native=yes
// A thread that can only abort does not keep the other one from going on before that.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
int x;
void *stop(void *arg) {
  x = 1;
  abort();
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, stop, 0);
  if (x) reach_error();
  return 0;
}
