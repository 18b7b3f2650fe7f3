// KLEENE: expect=true
// Philosophers who take the lower fork first: no two neighbours eat at once.
#include <assert.h>
#include <pthread.h>
#define N 3
pthread_mutex_t fork_of[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int eating;
void *eat(void *arg) {
  int me = (int)(long)arg;
  int first = me, second = (me + 1) % N;
  if (second < first) { first = second; second = me; }
  pthread_mutex_lock(&fork_of[first]);
  pthread_mutex_lock(&fork_of[second]);
  eating++;
  assert(eating == 1); // three philosophers: any two are neighbours
  eating--;
  pthread_mutex_unlock(&fork_of[second]);
  pthread_mutex_unlock(&fork_of[first]);
  return 0;
}
int main(void) {
  pthread_t id[N];
  for (long i = 0; i < N; i++) pthread_create(&id[i], 0, eat, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(id[i], 0);
}
