// KLEENE: expect=true engines=one
// Inputs that no case takes lead back to the loop: nothing else comes of them, however many there are.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner;
void *run(void *arg) {
  for (;;) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      pthread_mutex_lock(&m);
      if (owner) reach_error();
      owner = 1;
      owner = 0;
      pthread_mutex_unlock(&m);
      break;
    case 2:
      return 0;
    }
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  return 0;
}
