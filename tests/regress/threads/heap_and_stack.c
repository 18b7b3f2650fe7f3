// KLEENE: expect=true
// Threads that share memory from malloc and a local variable of main.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { int *counter; pthread_mutex_t lock; int n; };
static void bump(struct job *j) { int local = 0; int *p = &local; *p = *j->counter; *p += 1; *j->counter = *p; }
void *work(void *arg) { struct job *j = arg; for (int i = 0; i < j->n; i++) { pthread_mutex_lock(&j->lock); bump(j); pthread_mutex_unlock(&j->lock); } return (void *)(long)j->n; }
int main(void) {
  int counter = 0; struct job *j = malloc(sizeof *j); j->counter = &counter; j->n = 2; pthread_mutex_init(&j->lock, 0);
  pthread_t t[2]; void *r; int total = 0;
  for (int i = 0; i < 2; i++) pthread_create(t + i, 0, work, j);
  for (int i = 0; i < 2; i++) { pthread_join(t[i], &r); total += (int)(long)r; }
  assert(total == counter); assert(counter == 4); pthread_mutex_destroy(&j->lock); free(j); return 0;
}
