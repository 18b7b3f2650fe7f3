// KLEENE: expect=true engines=one
// Dekker's algorithm for two threads, for ever.
#include <assert.h>
#include <pthread.h>
int wants0, wants1, turn, critical;
void *one(void *arg) {
  for (;;) {
    wants0 = 1;
    while (wants1)
      if (turn == 1) {
        wants0 = 0;
        while (turn == 1) ;
        wants0 = 1;
      }
    critical++; assert(critical == 1); critical--;
    turn = 1; wants0 = 0;
  }
}
void *two(void *arg) {
  for (;;) {
    wants1 = 1;
    while (wants0)
      if (turn == 0) {
        wants1 = 0;
        while (turn == 0) ;
        wants1 = 1;
      }
    critical++; assert(critical == 1); critical--;
    turn = 0; wants1 = 0;
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
