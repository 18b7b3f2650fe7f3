// KLEENE: expect=true
// Publication through a flag; under sequential consistency the data is there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int flag;
int *data;
void *publish(void *arg) {
  data = malloc(sizeof *data);
  *data = 42;
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, publish, 0);
  if (flag) assert(*data == 42);
}
