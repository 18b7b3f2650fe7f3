// KLEENE: expect=true engines=one
// What the models call when a thread begins is no function that the program could call through a pointer.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int result;
int sum(int a, int b) { return a + b; }
int difference(int a, int b) { return a - b; }
void *run(void *arg) {
  int (*f)(int, int) = __VERIFIER_nondet_int() ? sum : difference;
  __VERIFIER_atomic_begin();
  result = f(4, 3);
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t id;
  for (;;) {
    pthread_create(&id, 0, run, 0);
    __VERIFIER_atomic_begin();
    if (result >= 10) reach_error();
    __VERIFIER_atomic_end();
  }
}
