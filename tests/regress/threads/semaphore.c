// KLEENE: expect=true
// Ping-pong by two semaphores, and a barrier at the end.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t ping, pong;
pthread_barrier_t done;
int ball;
void *left(void *arg) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&ping);
    assert(ball == 2 * i);
    ball++;
    sem_post(&pong);
  }
  pthread_barrier_wait(&done);
  assert(ball == 4);
  return 0;
}
int main(void) {
  pthread_t id;
  sem_init(&ping, 0, 1);
  sem_init(&pong, 0, 0);
  pthread_barrier_init(&done, 0, 2);
  pthread_create(&id, 0, left, 0);
  for (int i = 0; i < 2; i++) {
    sem_wait(&pong);
    assert(ball == 2 * i + 1);
    ball++;
    sem_post(&ping);
  }
  pthread_barrier_wait(&done);
  pthread_join(id, 0);
}
