/* SPDX-License-Identifier: Apache-2.0 */
/* What threads wait for: mutexes, conditions, spinning and read-write locks, barriers, semaphores; and what is done once,
   and values that belong to threads. */

typedef struct {
  int locked;
  unsigned depth;
  int owner;
#if __SIZEOF_POINTER__ == 8
  unsigned unused;
  int kind;
#else
  int kind;
  unsigned unused;
#endif
} kleene_mutex;
enum { KLEENE_NORMAL, KLEENE_RECURSIVE, KLEENE_ERROR_CHECK };

KLEENE_GLOBAL int kleene_thread_pthread_mutexattr_init(int *kind) {
  kleene_hold();
  *kind = 0;
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_mutexattr_settype(int *kind, int value) {
  kleene_hold();
  *kind = value;
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_mutex_init(kleene_mutex *m, const int *kind) {
  kleene_touch(0, 0, &m->locked, sizeof m->locked, 0);
  m->locked = 0;
  int before = kleene_enter();
  m->locked = m->depth = m->owner = 0;
  m->kind = kind ? *kind : 0;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_mutex_destroy(kleene_mutex *m) {
  int before = kleene_enter(), code = m->locked ? 16 : 0;
  kleene_touch(0, 0, m, sizeof *m, 1);
  KLEENE_LEAVE(before);
  if (code) return code;
  kleene_touch(0, 0, &m->locked, sizeof m->locked, 0);
  m->locked = 0;
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_mutex_lock(kleene_mutex *m) {
  int before = kleene_enter(), code = 0, own = m->locked && m->owner == kleene_self + 1;
  kleene_touch(0, 0, m, sizeof *m, 1);
  if (m->kind == KLEENE_RECURSIVE && own) {
    m->depth++;
  } else if (m->kind == KLEENE_ERROR_CHECK && own) {
    code = 35;
  } else {
    kleene_await(!m->locked);
    m->locked = 1;
    m->owner = kleene_self + 1;
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_mutex_trylock(kleene_mutex *m) {
  int before = kleene_enter(), code = 0;
  kleene_touch(0, 0, m, sizeof *m, 1);
  if (!m->locked) {
    m->locked = 1;
    m->owner = kleene_self + 1;
  } else if (m->kind == KLEENE_RECURSIVE && m->owner == kleene_self + 1) {
    m->depth++;
  } else {
    code = 16;
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_mutex_unlock(kleene_mutex *m) {
  int before = kleene_enter(), code = 0;
  kleene_touch(0, 0, m, sizeof *m, 1);
  if (m->kind != KLEENE_NORMAL && m->owner != kleene_self + 1)
    code = 1;
  else if (m->depth)
    m->depth--;
  else
    m->locked = m->owner = 0;
  KLEENE_LEAVE(before);
  return code;
}
/* Who waits only matters if it is asked whether all threads do. */
typedef struct { unsigned long long waiting, woken, some; unsigned signals; } kleene_condition;
KLEENE_LOCAL void kleene_settle(kleene_condition *c) {
  unsigned size = __builtin_popcountll(c->some);
  if (c->signals == size) c->woken |= c->some;
  if (c->signals == 0 || c->signals == size) c->some = c->signals = 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_cond_init(kleene_condition *c, const void *attributes) {
  if (!kleene_deadlock) return 0;
  int before = kleene_enter();
  c->waiting = c->woken = c->some = c->signals = 0;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_cond_signal(kleene_condition *c) {
  if (!kleene_deadlock) return 0;
  int before = kleene_enter();
  if (c->waiting & ~c->woken) {
    c->some = c->waiting & ~c->woken;
    c->signals++;
    kleene_settle(c);
  }
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_cond_broadcast(kleene_condition *c) {
  if (!kleene_deadlock) return 0;
  int before = kleene_enter();
  c->woken = c->waiting;
  c->some = c->signals = 0;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_cond_wait(kleene_condition *c, kleene_mutex *m) {
  unsigned long long self = 1ULL << kleene_self;
  int before = kleene_enter();
  kleene_thread_pthread_mutex_unlock(m);
  if (kleene_deadlock) c->waiting |= self;
  KLEENE_LEAVE(before);
  before = kleene_enter();
  if (kleene_looks && kleene_deadlock && !m->locked && !((c->some | c->woken) & self)) kleene_await(0);
  int code = kleene_thread_pthread_mutex_lock(m);
  if (kleene_deadlock) {
    if (c->some & self) {
      c->some &= ~self;
      c->signals--;
      kleene_settle(c);
    }
    c->woken &= ~self;
    c->waiting &= ~self;
  }
  KLEENE_LEAVE(before);
  return code;
}

KLEENE_GLOBAL int kleene_thread_pthread_spin_init(int *l, int shared) {
  int before = kleene_enter();
  *l = 0;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_spin_lock(int *l) {
  int before = kleene_enter();
  kleene_await(*l == 0);
  *l = 1;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_spin_trylock(int *l) {
  int before = kleene_enter(), code = *l == 0 ? 0 : 16;
  *l = 1;
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_spin_unlock(int *l) {
  return kleene_thread_pthread_spin_init(l, 0);
}

KLEENE_GLOBAL int kleene_thread_pthread_rwlock_init(int *l, const void *attributes) {
  int before = kleene_enter();
  l[0] = l[1] = 0;
  KLEENE_LEAVE(before);
  return 0;
}
/* Who writes, and waits for himself, gets an error. */
KLEENE_GLOBAL int kleene_thread_pthread_rwlock_rdlock(int *l) {
  int before = kleene_enter(), code = l[1] == kleene_self + 1 ? 35 : 0;
  if (code == 0) {
    kleene_await(!l[1]);
    l[0]++;
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_rwlock_wrlock(int *l) {
  int before = kleene_enter(), code = l[1] == kleene_self + 1 ? 35 : 0;
  if (code == 0) {
    kleene_await(!l[1] && l[0] == 0);
    l[1] = kleene_self + 1;
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_rwlock_tryrdlock(int *l) {
  int before = kleene_enter(), code = !l[1] ? 0 : 16;
  if (code == 0) l[0]++;
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_rwlock_trywrlock(int *l) {
  int before = kleene_enter(), code = !l[1] && l[0] == 0 ? 0 : 16;
  if (code == 0) l[1] = kleene_self + 1;
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL int kleene_thread_pthread_rwlock_unlock(int *l) {
  int before = kleene_enter();
  if (l[1])
    l[1] = 0;
  else
    l[0]--;
  KLEENE_LEAVE(before);
  return 0;
}

KLEENE_GLOBAL int kleene_thread_pthread_barrier_init(int *b, const void *attributes, unsigned count) {
  if (count == 0) return 22;
  int before = kleene_enter();
  b[0] = (int)count;
  b[1] = b[2] = 0;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_barrier_wait(int *b) {
  int before = kleene_enter(), generation = b[2];
  if (++b[1] == b[0]) {
    b[1] = 0;
    b[2] = generation ^ 1;
    KLEENE_LEAVE(before);
    return -1;
  }
  KLEENE_LEAVE(before);
  before = kleene_enter();
  kleene_await(b[2] != generation);
  KLEENE_LEAVE(before);
  return 0;
}

KLEENE_GLOBAL int kleene_thread_pthread_once(int *control, void (*routine)(void)) {
  int before = kleene_enter();
  if (*control == 0) {
    *control = 1;
    KLEENE_LEAVE(before);
    routine();
    before = kleene_enter();
    *control = 2;
  } else {
    kleene_await(*control == 2);
  }
  KLEENE_LEAVE(before);
  return 0;
}

static const void *kleene_values[16][KLEENE_THREADS];
KLEENE_GLOBAL int kleene_thread_pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  static unsigned keys;
  int before = kleene_enter(), code = 11;
  if (keys < 16) {
    *key = keys++;
    code = 0;
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL void *kleene_thread_pthread_getspecific(unsigned key) {
  int before = kleene_enter();
  const void *value = kleene_values[key][kleene_self];
  KLEENE_LEAVE(before);
  return (void *)value;
}
KLEENE_GLOBAL int kleene_thread_pthread_setspecific(unsigned key, const void *value) {
  int before = kleene_enter();
  kleene_values[key][kleene_self] = value;
  KLEENE_LEAVE(before);
  return 0;
}

KLEENE_GLOBAL int kleene_thread_sem_init(unsigned *s, int shared, unsigned value) {
  int before = kleene_enter();
  *s = value;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_sem_wait(unsigned *s) {
  int before = kleene_enter();
  kleene_await(*s > 0);
  *s = *s - 1;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_sem_trywait(unsigned *s) {
  int before = kleene_enter(), taken = *s > 0;
  if (taken) *s = *s - 1;
  KLEENE_LEAVE(before);
  if (!taken) {
    kleene_hold();
    errno = 11;
  }
  return taken ? 0 : -1;
}
KLEENE_GLOBAL int kleene_thread_sem_getvalue(unsigned *s, int *value) {
  int before = kleene_enter();
  *value = (int)*s;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_sem_post(unsigned *s) {
  int before = kleene_enter();
  *s = *s + 1;
  KLEENE_LEAVE(before);
  return 0;
}

