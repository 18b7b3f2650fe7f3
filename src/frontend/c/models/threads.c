// SPDX-License-Identifier: Apache-2.0
// Models of threads and of what they wait for, as C that the front end reads like any other file. Each function
// is one atomic section: __kleene_enter begins it and tells whether there was one already, __kleene_leave goes
// back to that. __kleene_await holds the thread until its condition is true, as if the section had not begun.
// What is written here has a counterpart in the run-time library of native replays (evidence/runtime):
// the same functions, with the same atomic sections in the same order.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long thread;

_Bool __kleene_enter(void);
void __kleene_leave(_Bool before);
void __kleene_await(_Bool condition);
void __kleene_spawn(void (*body)(void *(*)(void *), void *), void *(*start)(void *), void *argument);
void __kleene_end_thread(void);
_Bool __kleene_ids(void); // a constant: does the program look at the ids of its threads?
void __kleene_destructors_of_keys(void);
void __kleene_undefined_thread(void); // joined or detached twice
int *__errno_location(void);

enum { MOST = 64, KEYS = 16 };
enum { NO_PERMISSION = 1, AGAIN = 11, BUSY = 16, INVALID = 22, DEADLOCK = 35 };

// ---- Threads

int __kleene_self; // the interpreter keeps it: 0, 1, …; an id is the number plus one, and never 0
static int created = 1;
static _Bool ended[MOST];
static _Bool gone[MOST]; // joined or detached: its id means nothing any more
static void *result[MOST];

static void finish(void *value) {
  _Bool before = __kleene_enter();
  if (__kleene_ids()) {
    result[__kleene_self] = value;
    ended[__kleene_self] = 1;
  }
  __kleene_leave(before);
  __kleene_end_thread();
}

void __kleene_thread(void *(*start)(void *), void *argument) {
  finish(start(argument));
}

int pthread_create(thread *id, const int *attributes, void *(*start)(void *), void *argument) {
  _Bool before = __kleene_enter();
  __kleene_spawn(__kleene_thread, start, argument); // a run ends here if there are too many
  if (__kleene_ids()) {
    if (attributes && *attributes) gone[created] = 1;
    created = created + 1;
    *id = created;
  } else {
    *id = 1;
  }
  __kleene_leave(before);
  return 0;
}

// In a section: its thread has ended, and the id means nothing any more.
static void await_end(thread id) {
  if (gone[id - 1]) __kleene_undefined_thread();
  __kleene_await(ended[id - 1]);
  gone[id - 1] = 1;
}

int pthread_join(thread id, void **value) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (id == (thread)__kleene_self + 1) {
    code = DEADLOCK;
  } else {
    await_end(id);
    if (value) *value = result[id - 1];
  }
  __kleene_leave(before);
  return code;
}

void pthread_exit(void *value) {
  finish(value);
}

thread pthread_self(void) {
  return (thread)__kleene_self + 1;
}

int pthread_equal(thread a, thread b) {
  return a == b;
}

int pthread_detach(thread id) {
  _Bool before = __kleene_enter();
  if (gone[id - 1]) __kleene_undefined_thread();
  gone[id - 1] = 1;
  __kleene_leave(before);
  return 0;
}

int pthread_yield(void) {
  return 0;
}

int sched_yield(void) {
  return 0;
}

int usleep(unsigned microseconds) {
  return 0;
}

unsigned sleep(unsigned seconds) {
  return 0;
}

int pthread_attr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_attr_destroy(void *attributes) {
  return 0;
}

int pthread_attr_setdetachstate(int *attributes, int state) {
  *attributes = state;
  return 0;
}

int pthread_attr_setscope(void *attributes, int scope) {
  return 0;
}

int pthread_attr_setstacksize(void *attributes, size_t size) {
  return 0;
}

// ---- Mutexes: the members of glibc's that its initialisers set

enum { NORMAL, RECURSIVE, ERROR_CHECK };

typedef struct {
  int locked;
  unsigned depth;
  int owner; // the number of the thread, plus one
#if __SIZEOF_POINTER__ == 8
  unsigned unused;
  int kind;
#else
  int kind;
  unsigned unused;
#endif
} mutex;

int pthread_mutexattr_init(int *attributes) {
  *attributes = NORMAL;
  return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
  *attributes = kind;
  return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
  return 0;
}

static void init(mutex *m, int kind) {
  m->locked = 0;
  m->depth = 0;
  m->owner = 0;
  m->kind = kind;
}

int pthread_mutex_init(mutex *m, const int *attributes) {
  m->locked = 0; // no other thread may use it yet: a step of its own, which races with all of theirs
  _Bool before = __kleene_enter();
  init(m, attributes ? *attributes : NORMAL);
  __kleene_leave(before);
  return 0;
}

int pthread_mutex_destroy(mutex *m) {
  _Bool before = __kleene_enter();
  int code = m->locked ? BUSY : 0;
  __kleene_leave(before);
  if (code == 0) m->locked = 0; // it races with other uses, as above
  return code;
}

int pthread_mutex_lock(mutex *m) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (m->kind == RECURSIVE && m->locked && m->owner == __kleene_self + 1) {
    m->depth = m->depth + 1;
  } else if (m->kind == ERROR_CHECK && m->locked && m->owner == __kleene_self + 1) {
    code = DEADLOCK;
  } else {
    __kleene_await(!m->locked);
    m->locked = 1;
    if (m->kind != NORMAL) m->owner = __kleene_self + 1;
  }
  __kleene_leave(before);
  return code;
}

int pthread_mutex_trylock(mutex *m) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (!m->locked) {
    m->locked = 1;
    if (m->kind != NORMAL) m->owner = __kleene_self + 1;
  } else if (m->kind == RECURSIVE && m->owner == __kleene_self + 1) {
    m->depth = m->depth + 1;
  } else {
    code = BUSY;
  }
  __kleene_leave(before);
  return code;
}

int pthread_mutex_unlock(mutex *m) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (m->kind != NORMAL && m->owner != __kleene_self + 1) {
    code = NO_PERMISSION;
  } else if (m->depth) {
    m->depth = m->depth - 1;
  } else {
    m->owner = 0;
    m->locked = 0;
  }
  __kleene_leave(before);
  return code;
}

// ---- Condition variables: a thread that waits may wake up without a signal, but nobody can rely on that

int pthread_cond_destroy(void *c) {
  return 0;
}

#if KLEENE_DEADLOCKS

typedef unsigned long long set; // of threads

typedef struct {
  set waiting;
  set woken;      // those of them that a signal lets go on
  set some;       // and those of which it lets `signals` go on, fewer than all
  unsigned signals;
} condition;

int __kleene_spurious;
void __kleene_signals_in_groups(void);

static unsigned size(set s) {
  unsigned n = 0;
  for (; s; s &= s - 1) n++;
  return n;
}

static void settle(condition *c) {
  if (c->signals == size(c->some)) c->woken |= c->some;
  if (c->signals == 0 || c->signals == size(c->some)) {
    c->some = 0;
    c->signals = 0;
  }
}

int pthread_cond_init(condition *c, const void *attributes) {
  _Bool before = __kleene_enter();
  c->waiting = c->woken = c->some = 0;
  c->signals = 0;
  __kleene_leave(before);
  return 0;
}

int pthread_cond_signal(condition *c) {
  _Bool before = __kleene_enter();
  set open = c->waiting & ~c->woken;
  if (open) {
    if (c->signals && c->some != open) __kleene_signals_in_groups();
    c->some = open;
    c->signals++;
    settle(c);
  }
  __kleene_leave(before);
  return 0;
}

int pthread_cond_broadcast(condition *c) {
  _Bool before = __kleene_enter();
  c->woken = c->waiting;
  c->some = 0;
  c->signals = 0;
  __kleene_leave(before);
  return 0;
}

int pthread_cond_wait(condition *c, mutex *m) {
  set self = 1ULL << __kleene_self;
  _Bool before = __kleene_enter();
  pthread_mutex_unlock(m);
  c->waiting |= self;
  __kleene_leave(before);
  before = __kleene_enter();
  int code = pthread_mutex_lock(m);
  if (c->some & self) {
    c->some &= ~self;
    c->signals--;
    settle(c);
  } else if (!(c->woken & self)) {
    __kleene_spurious = 0;
  }
  c->woken &= ~self;
  c->waiting &= ~self;
  __kleene_leave(before);
  return code;
}

#else

int pthread_cond_init(void *c, const void *attributes) {
  return 0;
}

int pthread_cond_signal(void *c) {
  return 0;
}

int pthread_cond_broadcast(void *c) {
  return 0;
}

int pthread_cond_wait(void *c, mutex *m) {
  pthread_mutex_unlock(m);
  return pthread_mutex_lock(m);
}

#endif

// ---- Spin locks

int pthread_spin_init(volatile int *l, int shared) {
  _Bool before = __kleene_enter();
  *(int *)l = 0;
  __kleene_leave(before);
  return 0;
}

int pthread_spin_destroy(volatile int *l) {
  return 0;
}

int pthread_spin_lock(volatile int *l) {
  _Bool before = __kleene_enter();
  __kleene_await(*(int *)l == 0);
  *(int *)l = 1;
  __kleene_leave(before);
  return 0;
}

int pthread_spin_trylock(volatile int *l) {
  _Bool before = __kleene_enter();
  int code = *(int *)l == 0 ? 0 : BUSY;
  *(int *)l = 1;
  __kleene_leave(before);
  return code;
}

int pthread_spin_unlock(volatile int *l) {
  _Bool before = __kleene_enter();
  *(int *)l = 0;
  __kleene_leave(before);
  return 0;
}

// ---- Locks for readers and writers

typedef struct {
  int readers;
  int writer; // the number of the thread, plus one
} rwlock;

int pthread_rwlock_init(rwlock *l, const void *attributes) {
  _Bool before = __kleene_enter();
  l->readers = 0;
  l->writer = 0;
  __kleene_leave(before);
  return 0;
}

int pthread_rwlock_destroy(rwlock *l) {
  return 0;
}

int pthread_rwlock_rdlock(rwlock *l) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (l->writer == __kleene_self + 1) {
    code = DEADLOCK;
  } else {
    __kleene_await(!l->writer);
    l->readers = l->readers + 1;
  }
  __kleene_leave(before);
  return code;
}

int pthread_rwlock_wrlock(rwlock *l) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (l->writer == __kleene_self + 1) {
    code = DEADLOCK;
  } else {
    __kleene_await(!l->writer && l->readers == 0);
    l->writer = __kleene_self + 1;
  }
  __kleene_leave(before);
  return code;
}

int pthread_rwlock_tryrdlock(rwlock *l) {
  _Bool before = __kleene_enter();
  int code = l->writer ? BUSY : 0;
  if (code == 0) l->readers = l->readers + 1;
  __kleene_leave(before);
  return code;
}

int pthread_rwlock_trywrlock(rwlock *l) {
  _Bool before = __kleene_enter();
  int code = l->writer || l->readers ? BUSY : 0;
  if (code == 0) l->writer = __kleene_self + 1;
  __kleene_leave(before);
  return code;
}

int pthread_rwlock_unlock(rwlock *l) {
  _Bool before = __kleene_enter();
  if (l->writer)
    l->writer = 0;
  else
    l->readers = l->readers - 1;
  __kleene_leave(before);
  return 0;
}

// ---- Barriers

typedef struct {
  int count;
  int arrived;
  int generation;
} barrier;

int pthread_barrier_init(barrier *b, const void *attributes, unsigned count) {
  if (count == 0) return INVALID;
  _Bool before = __kleene_enter();
  b->count = (int)count;
  b->arrived = 0;
  b->generation = 0;
  __kleene_leave(before);
  return 0;
}

int pthread_barrier_destroy(barrier *b) {
  return 0;
}

int pthread_barrier_wait(barrier *b) {
  _Bool before = __kleene_enter();
  int generation = b->generation;
  b->arrived = b->arrived + 1;
  if (b->arrived == b->count) {
    b->arrived = 0;
    b->generation = generation ^ 1;
    __kleene_leave(before);
    return -1;
  }
  __kleene_leave(before);
  before = __kleene_enter();
  __kleene_await(b->generation != generation);
  __kleene_leave(before);
  return 0;
}

// ---- Once

int pthread_once(int *control, void (*routine)(void)) {
  _Bool before = __kleene_enter();
  if (*control == 0) {
    *control = 1;
    __kleene_leave(before);
    routine();
    before = __kleene_enter();
    *control = 2;
  } else {
    __kleene_await(*control == 2);
  }
  __kleene_leave(before);
  return 0;
}

// ---- Values that belong to a thread

static unsigned keys;
static const void *values[KEYS][MOST];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (destructor) __kleene_destructors_of_keys();
  _Bool before = __kleene_enter();
  int code = AGAIN;
  if (keys < KEYS) {
    *key = keys;
    keys = keys + 1;
    code = 0;
  }
  __kleene_leave(before);
  return code;
}

void *pthread_getspecific(unsigned key) {
  _Bool before = __kleene_enter();
  void *value = (void *)values[key][__kleene_self];
  __kleene_leave(before);
  return value;
}

int pthread_setspecific(unsigned key, const void *value) {
  _Bool before = __kleene_enter();
  values[key][__kleene_self] = value;
  __kleene_leave(before);
  return 0;
}

// ---- Semaphores

int sem_init(unsigned *s, int shared, unsigned value) {
  _Bool before = __kleene_enter();
  *s = value;
  __kleene_leave(before);
  return 0;
}

int sem_destroy(unsigned *s) {
  return 0;
}

int sem_wait(unsigned *s) {
  _Bool before = __kleene_enter();
  __kleene_await(*s > 0);
  *s = *s - 1;
  __kleene_leave(before);
  return 0;
}

int sem_trywait(unsigned *s) {
  _Bool before = __kleene_enter();
  _Bool taken = *s > 0;
  if (taken) *s = *s - 1;
  __kleene_leave(before);
  if (!taken) *__errno_location() = AGAIN;
  return taken ? 0 : -1;
}

int sem_getvalue(unsigned *s, int *value) {
  _Bool before = __kleene_enter();
  *value = (int)*s;
  __kleene_leave(before);
  return 0;
}

int sem_post(unsigned *s) {
  _Bool before = __kleene_enter();
  *s = *s + 1;
  __kleene_leave(before);
  return 0;
}

// ---- <threads.h>: the same by other names, and a function whose result is an int

enum { C11_BUSY = 1, C11_ERROR = 2 };

static int (*start_c11[MOST])(void *);
static void *argument_c11[MOST];
static int result_c11[MOST];

static void *run_c11(void *unused) {
  _Bool before = __kleene_enter();
  int (*start)(void *) = start_c11[__kleene_self];
  void *argument = argument_c11[__kleene_self];
  __kleene_leave(before);
  int value = start(argument);
  before = __kleene_enter();
  result_c11[__kleene_self] = value;
  __kleene_leave(before);
  return (void *)0;
}

int thrd_create(thread *id, int (*start)(void *), void *argument) {
  _Bool before = __kleene_enter();
  __kleene_spawn(__kleene_thread, run_c11, (void *)0);
  start_c11[created] = start;
  argument_c11[created] = argument;
  created = created + 1;
  *id = created;
  __kleene_leave(before);
  return 0;
}

int thrd_join(thread id, int *value) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (id == (thread)__kleene_self + 1) {
    code = C11_ERROR;
  } else {
    await_end(id);
    if (value) *value = result_c11[id - 1];
  }
  __kleene_leave(before);
  return code;
}

void thrd_exit(int value) {
  _Bool before = __kleene_enter();
  result_c11[__kleene_self] = value;
  __kleene_leave(before);
  finish((void *)0);
}

thread thrd_current(void) {
  return (thread)__kleene_self + 1;
}

int thrd_equal(thread a, thread b) {
  return a == b;
}

int thrd_detach(thread id) {
  return pthread_detach(id);
}

void thrd_yield(void) {
}

void call_once(int *control, void (*routine)(void)) {
  pthread_once(control, routine);
}

int mtx_init(mutex *m, int kind) {
  m->locked = 0; // as above
  _Bool before = __kleene_enter();
  init(m, kind & 1 ? RECURSIVE : NORMAL);
  __kleene_leave(before);
  return 0;
}

void mtx_destroy(mutex *m) {
  pthread_mutex_destroy(m);
}

int mtx_lock(mutex *m) {
  pthread_mutex_lock(m);
  return 0;
}

int mtx_trylock(mutex *m) {
  return pthread_mutex_trylock(m) ? C11_BUSY : 0;
}

int mtx_unlock(mutex *m) {
  pthread_mutex_unlock(m);
  return 0;
}

int cnd_init(void *c) {
  return pthread_cond_init(c, (void *)0);
}

void cnd_destroy(void *c) {
}

int cnd_signal(void *c) {
  return pthread_cond_signal(c);
}

int cnd_broadcast(void *c) {
  return pthread_cond_broadcast(c);
}

int cnd_wait(void *c, mutex *m) {
  return pthread_cond_wait(c, m);
}

// ---- What gcc has had for a long time: each is one step

void __kleene_sync_synchronize(void) {
}

void __kleene_atomic_thread_fence(int order) {
}

void __kleene_atomic_signal_fence(int order) {
}

// The last of the memory orders is the only one that is modelled.
enum { SEQUENTIALLY_CONSISTENT = 5 };
void __kleene_weak_order(void);

_Bool __kleene_atomic_test_and_set(volatile void *at, int order) {
  if (order != SEQUENTIALLY_CONSISTENT) __kleene_weak_order();
  _Bool before = __kleene_enter();
  _Bool old = *(unsigned char *)at != 0;
  *(unsigned char *)at = 1;
  __kleene_leave(before);
  return old;
}

void __kleene_atomic_clear(volatile void *at, int order) {
  if (order != SEQUENTIALLY_CONSISTENT) __kleene_weak_order();
  _Bool before = __kleene_enter();
  *(unsigned char *)at = 0;
  __kleene_leave(before);
}

unsigned __kleene_sync_fetch_and_add_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old + value;
  __kleene_leave(before);
  return old;
}

unsigned __kleene_sync_fetch_and_sub_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old - value;
  __kleene_leave(before);
  return old;
}

unsigned __kleene_sync_fetch_and_or_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old | value;
  __kleene_leave(before);
  return old;
}

unsigned __kleene_sync_fetch_and_and_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old & value;
  __kleene_leave(before);
  return old;
}

unsigned __kleene_sync_fetch_and_xor_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old ^ value;
  __kleene_leave(before);
  return old;
}

unsigned __kleene_sync_add_and_fetch_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old + value;
  __kleene_leave(before);
  return old + value;
}

unsigned __kleene_sync_sub_and_fetch_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = old - value;
  __kleene_leave(before);
  return old - value;
}

_Bool __kleene_sync_bool_compare_and_swap_4(volatile void *at, unsigned old, unsigned value) {
  _Bool before = __kleene_enter();
  _Bool equal = *(unsigned *)at == old;
  if (equal) *(unsigned *)at = value;
  __kleene_leave(before);
  return equal;
}

unsigned __kleene_sync_val_compare_and_swap_4(volatile void *at, unsigned old, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned found = *(unsigned *)at;
  if (found == old) *(unsigned *)at = value;
  __kleene_leave(before);
  return found;
}

unsigned __kleene_sync_lock_test_and_set_4(volatile void *at, unsigned value) {
  _Bool before = __kleene_enter();
  unsigned old = *(unsigned *)at;
  *(unsigned *)at = value;
  __kleene_leave(before);
  return old;
}

void __kleene_sync_lock_release_4(volatile void *at) {
  _Bool before = __kleene_enter();
  *(unsigned *)at = 0;
  __kleene_leave(before);
}

unsigned long long __kleene_sync_fetch_and_add_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old + value;
  __kleene_leave(before);
  return old;
}

unsigned long long __kleene_sync_fetch_and_sub_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old - value;
  __kleene_leave(before);
  return old;
}

unsigned long long __kleene_sync_fetch_and_or_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old | value;
  __kleene_leave(before);
  return old;
}

unsigned long long __kleene_sync_fetch_and_and_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old & value;
  __kleene_leave(before);
  return old;
}

unsigned long long __kleene_sync_fetch_and_xor_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old ^ value;
  __kleene_leave(before);
  return old;
}

unsigned long long __kleene_sync_add_and_fetch_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old + value;
  __kleene_leave(before);
  return old + value;
}

unsigned long long __kleene_sync_sub_and_fetch_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = old - value;
  __kleene_leave(before);
  return old - value;
}

_Bool __kleene_sync_bool_compare_and_swap_8(volatile void *at, unsigned long long old, unsigned long long value) {
  _Bool before = __kleene_enter();
  _Bool equal = *(unsigned long long *)at == old;
  if (equal) *(unsigned long long *)at = value;
  __kleene_leave(before);
  return equal;
}

unsigned long long __kleene_sync_val_compare_and_swap_8(volatile void *at, unsigned long long old, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long found = *(unsigned long long *)at;
  if (found == old) *(unsigned long long *)at = value;
  __kleene_leave(before);
  return found;
}

unsigned long long __kleene_sync_lock_test_and_set_8(volatile void *at, unsigned long long value) {
  _Bool before = __kleene_enter();
  unsigned long long old = *(unsigned long long *)at;
  *(unsigned long long *)at = value;
  __kleene_leave(before);
  return old;
}

void __kleene_sync_lock_release_8(volatile void *at) {
  _Bool before = __kleene_enter();
  *(unsigned long long *)at = 0;
  __kleene_leave(before);
}

// ---- Sections of the verifier

void __VERIFIER_atomic_begin(void) {
  __kleene_enter();
}

void __VERIFIER_atomic_end(void) {
  __kleene_leave(0);
}
