// KLEENE: expect=true property=none engines=one
// The same with one lock around both.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *items, count;
void *run(void *arg) {
  pthread_mutex_lock(&m);
  int room = count < 1;
  if (room) items[count++] = 7;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t a, b;
  items = calloc(1, sizeof *items);
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(items);
  return 0;
}
