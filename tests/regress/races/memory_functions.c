// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// memset and memcpy meet.
#include <pthread.h>
#include <string.h>
char buf[16];
void *w(void *a) {
  memset(buf, 1, 16);
  return 0;
}
int main(void) {
  pthread_t a;
  char c[4];
  pthread_create(&a, 0, w, 0);
  memcpy(c, buf + 12, 4);
  pthread_join(a, 0);
  return c[0];
}
