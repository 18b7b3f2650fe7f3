// KLEENE: expect=false(unreach-call) native=yes
// A thread may begin with a function that takes no argument.
#include <pthread.h>
extern void reach_error(void);
void *run() {
  reach_error();
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, run, 0);
  return 0;
}
