// KLEENE: expect=false(unreach-call) line=10 native=yes engines=one
// There is one token for two threads.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
sem_t tokens;
void *run(void *arg) {
  if (sem_trywait(&tokens))
    assert(errno != EAGAIN);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&tokens, 0, 1);
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
