// KLEENE: args="--property no-data-race" expect=false(no-data-race) native=yes engines=one
// A struct is written as a whole, and one member read.
#include <pthread.h>
struct p {
  long a, b;
} s;
void *w(void *a) {
  struct p q = {1, 2};
  s = q;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  long r = s.b;
  pthread_join(a, 0);
  return (int)r;
}
