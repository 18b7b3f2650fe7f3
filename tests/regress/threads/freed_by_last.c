// KLEENE: expect=true property=none engines=one
// Who gives the last reference back frees the object.
#include <pthread.h>
#include <stdlib.h>
struct object {
  int references, value;
};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *arg) {
  struct object *o = arg;
  pthread_mutex_lock(&m);
  o->value++;
  int left = --o->references;
  pthread_mutex_unlock(&m);
  if (left == 0) free(o);
  return 0;
}
int main(void) {
  pthread_t id;
  struct object *o = malloc(sizeof *o);
  o->references = 2;
  o->value = 0;
  pthread_create(&id, 0, run, o);
  run(o);
  pthread_join(id, 0);
  return 0;
}
