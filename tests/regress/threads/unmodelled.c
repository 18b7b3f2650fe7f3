// KLEENE: expect=unknown reason="pthread_cancel"
// What has no model is opaque.
#include <assert.h>
#include <pthread.h>
int x;
void *run(void *arg) {
  for (;;) x = 1 - x;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, run, 0);
  pthread_cancel(id);
  assert(x <= 1);
}
