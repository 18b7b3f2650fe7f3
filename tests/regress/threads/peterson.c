// KLEENE: expect=true
// Peterson's algorithm for two threads, for ever.
#include <assert.h>
#include <pthread.h>
int flag0, flag1, turn, critical;
void *one(void *arg) {
  for (;;) {
    flag0 = 1; turn = 1;
    while (flag1 && turn == 1) ;
    critical++; assert(critical == 1); critical--;
    flag0 = 0;
  }
}
void *two(void *arg) {
  for (;;) {
    flag1 = 1; turn = 0;
    while (flag0 && turn == 0) ;
    critical++; assert(critical == 1); critical--;
    flag1 = 0;
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
