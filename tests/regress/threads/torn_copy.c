// KLEENE: expect=unknown reason="several steps"
// A struct is copied in several steps: that a reader sees all of it or nothing is not shown by trying orders of
// statements.
#include <assert.h>
#include <pthread.h>
struct pair { long a, b, c; } shared;
void *write_pair(void *arg) {
  struct pair one = {1, 1, 1};
  shared = one;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, write_pair, 0);
  struct pair seen = shared;
  assert(seen.a == seen.c);
}
