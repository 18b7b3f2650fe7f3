// KLEENE: args="--property no-data-race" expect=true engines=one
// A field of no bits puts them into different units.
#include <pthread.h>
struct {
  unsigned a : 3;
  int : 0;
  unsigned b : 4;
} s;
void *w(void *a) {
  s.a = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  s.b = 2;
  pthread_join(a, 0);
  return 0;
}
