/* SPDX-License-Identifier: Apache-2.0 */
/* The same by the names that C11 has for it. */

static int (*kleene_start_c11[KLEENE_THREADS])(void *);
static void *kleene_argument_c11[KLEENE_THREADS];
static int kleene_result_c11[KLEENE_THREADS];
KLEENE_LOCAL void *kleene_result_of_c11(int value) {
  int before = kleene_enter();
  kleene_result_c11[kleene_self] = value;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_LOCAL void *kleene_run_c11(void *unused) {
  int before = kleene_enter();
  KLEENE_LEAVE(before);
  int value = kleene_start_c11[kleene_self](kleene_argument_c11[kleene_self]);
  return kleene_result_of_c11(value);
}
KLEENE_GLOBAL int kleene_thread_thrd_create(unsigned long *id, int (*start)(void *), void *argument) {
  int code = kleene_thread_pthread_create(id, 0, kleene_run_c11, 0);
  int slot = *id - 1; /* it does not run before its first turn */
  kleene_start_c11[slot] = start;
  kleene_argument_c11[slot] = argument;
  return code;
}
KLEENE_GLOBAL int kleene_thread_thrd_join(unsigned long id, int *value) {
  int before = kleene_enter(), code = 0;
  if (id == (unsigned long)kleene_self + 1) {
    code = 2;
  } else {
    kleene_await(kleene_threads[id - 1].ended);
    kleene_end_of_id(id);
    if (value) kleene_touch(0, 0, value, sizeof *value, 1);
    if (value) *value = kleene_result_c11[id - 1];
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL void kleene_thread_thrd_exit(int value) { kleene_finish(kleene_result_of_c11(value)); }
KLEENE_GLOBAL unsigned long kleene_thread_thrd_current(void) { return kleene_self + 1; }
KLEENE_GLOBAL int kleene_thread_thrd_equal(unsigned long a, unsigned long b) { return a == b; }
KLEENE_GLOBAL int kleene_thread_thrd_detach(unsigned long id) { return kleene_thread_pthread_detach(id); }
KLEENE_NOTHING(thrd_yield)
KLEENE_GLOBAL void kleene_thread_call_once(int *control, void (*routine)(void)) {
  kleene_thread_pthread_once(control, routine);
}
KLEENE_GLOBAL int kleene_thread_mtx_init(kleene_mutex *m, int kind) {
  int recursive = kind & 1;
  return kleene_thread_pthread_mutex_init(m, &recursive);
}
KLEENE_GLOBAL void kleene_thread_mtx_destroy(kleene_mutex *m) { kleene_thread_pthread_mutex_destroy(m); }
KLEENE_GLOBAL int kleene_thread_mtx_lock(kleene_mutex *m) { return kleene_thread_pthread_mutex_lock(m); }
KLEENE_GLOBAL int kleene_thread_mtx_trylock(kleene_mutex *m) {
  return kleene_thread_pthread_mutex_trylock(m) ? 1 : 0;
}
KLEENE_GLOBAL int kleene_thread_mtx_unlock(kleene_mutex *m) { return kleene_thread_pthread_mutex_unlock(m); }
KLEENE_GLOBAL int kleene_thread_cnd_init(kleene_condition *c) { return kleene_thread_pthread_cond_init(c, 0); }
KLEENE_NOTHING(cnd_destroy)
KLEENE_GLOBAL int kleene_thread_cnd_signal(kleene_condition *c) { return kleene_thread_pthread_cond_signal(c); }
KLEENE_GLOBAL int kleene_thread_cnd_broadcast(kleene_condition *c) {
  return kleene_thread_pthread_cond_broadcast(c);
}
KLEENE_GLOBAL int kleene_thread_cnd_wait(kleene_condition *c, kleene_mutex *m) {
  return kleene_thread_pthread_cond_wait(c, m);
}

