// SPDX-License-Identifier: Apache-2.0
// Models of threads and of what they wait for, as C that the front end reads like any other file. Each function
// is one atomic section: __kleene_enter begins it and tells whether there was one already, __kleene_leave goes
// back to that. __kleene_await holds the thread until its condition is true, as if the section had not begun.
// What is written here has a counterpart in the run-time library of native replays (evidence/thread_harness.cpp):
// the same functions, with the same atomic sections in the same order.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long thread;

_Bool __kleene_enter(void);
void __kleene_leave(_Bool before);
void __kleene_await(_Bool condition);
void __kleene_spawn(void (*body)(void *(*)(void *), void *), void *(*start)(void *), void *argument);
void __kleene_end_thread(void);
void __kleene_destructors_of_keys(void);

enum { MOST = 64, KEYS = 16 };
enum { NO_PERMISSION = 1, AGAIN = 11, BUSY = 16, INVALID = 22, DEADLOCK = 35 };

// ---- Threads

int __kleene_self; // the interpreter keeps it
static int created = 1;
static _Bool ended[MOST];
static void *result[MOST];

static void finish(void *value) {
  _Bool before = __kleene_enter();
  result[__kleene_self] = value;
  ended[__kleene_self] = 1;
  __kleene_leave(before);
  __kleene_end_thread();
}

void __kleene_thread(void *(*start)(void *), void *argument) {
  finish(start(argument));
}

int pthread_create(thread *id, const void *attributes, void *(*start)(void *), void *argument) {
  _Bool before = __kleene_enter();
  __kleene_spawn(__kleene_thread, start, argument); // a run ends here if there are too many
  *id = created;
  created = created + 1;
  __kleene_leave(before);
  return 0;
}

int pthread_join(thread id, void **value) {
  _Bool before = __kleene_enter();
  __kleene_await(ended[id]);
  if (value) *value = result[id];
  __kleene_leave(before);
  return 0;
}

void pthread_exit(void *value) {
  finish(value);
}

thread pthread_self(void) {
  return __kleene_self;
}

int pthread_equal(thread a, thread b) {
  return a == b;
}

int pthread_detach(thread id) {
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

int pthread_attr_init(void *attributes) {
  return 0;
}

int pthread_attr_destroy(void *attributes) {
  return 0;
}

int pthread_attr_setdetachstate(void *attributes, int state) {
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

int pthread_mutex_init(mutex *m, const int *attributes) {
  m->locked = 0; // no other thread may use it yet: a step of its own, which races with all of theirs
  _Bool before = __kleene_enter();
  m->locked = 0;
  m->depth = 0;
  m->owner = 0;
  m->kind = attributes ? *attributes : NORMAL;
  __kleene_leave(before);
  return 0;
}

int pthread_mutex_destroy(mutex *m) {
  return 0;
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
    m->owner = __kleene_self + 1;
  }
  __kleene_leave(before);
  return code;
}

int pthread_mutex_trylock(mutex *m) {
  int code = 0;
  _Bool before = __kleene_enter();
  if (!m->locked) {
    m->locked = 1;
    m->owner = __kleene_self + 1;
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

int pthread_spin_unlock(volatile int *l) {
  _Bool before = __kleene_enter();
  *(int *)l = 0;
  __kleene_leave(before);
  return 0;
}

// ---- Locks for readers and writers

typedef struct {
  int readers;
  int writer;
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
  _Bool before = __kleene_enter();
  __kleene_await(!l->writer);
  l->readers = l->readers + 1;
  __kleene_leave(before);
  return 0;
}

int pthread_rwlock_wrlock(rwlock *l) {
  _Bool before = __kleene_enter();
  __kleene_await(!l->writer && l->readers == 0);
  l->writer = 1;
  __kleene_leave(before);
  return 0;
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

int sem_post(unsigned *s) {
  _Bool before = __kleene_enter();
  *s = *s + 1;
  __kleene_leave(before);
  return 0;
}

// ---- What gcc has had for a long time: each is one step

void __kleene_sync_synchronize(void) {
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
