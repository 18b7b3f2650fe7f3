// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// An int and one of its bytes.
#include <pthread.h>
union {
  int i;
  char c[4];
} u;
void *w(void *a) {
  u.c[3] = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  u.i = 7;
  pthread_join(a, 0);
  return 0;
}
