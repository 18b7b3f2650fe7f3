// SPDX-License-Identifier: Apache-2.0
#include "thread_harness.h"

#include <fmt/core.h>

#include "harness.h"
#include "races.h"

namespace kleene::evidence {
namespace {

constexpr std::string_view runtime = R"(
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <ucontext.h>

/* Threads are coroutines of one thread of the system: a turn lasts from one access of memory, or one call below,
   to the next, as in the models of the front end (models/threads.c). */
#define KLEENE_THREADS 64
static struct {
  ucontext_t context;
  void *(*start)(void *);
  void *argument;
  void *result;
  int ended;
  int gone; /* joined or detached */
  int error; /* its errno */
  int early; /* its turn ended before the access that ends it */
  int depth;
  int sections[4096]; /* by depth of calls: is it an atomic function? */
} kleene_threads[KLEENE_THREADS];
static int kleene_created = 1, kleene_alive = 1, kleene_self, kleene_atomic;
static unsigned kleene_slice, kleene_turn = 1; /* the first turn is under way */

/* The access that a thread is held at; no bytes: it is held elsewhere. */
static struct {
  struct { char *address; size_t size; int write; } part[2];
  int atomic;
  int more; /* the statement goes on to another access */
} kleene_coming[KLEENE_THREADS];
/* When the schedule is over, threads are looked at: do two of them race, does each of them wait? */
static int kleene_looks, kleene_looked_at[KLEENE_THREADS], kleene_entered[KLEENE_THREADS];

/* The header of the program is all that is declared of it. */
#define KLEENE_UNCHECKED __attribute__((no_sanitize_undefined))
extern const ElfW(Ehdr) __ehdr_start;

/* Where memory is checked, blocks of the heap have room around them, and stay when they are freed. */
enum { KLEENE_ROOM = 32, KLEENE_BLOCKS = 1 << 12 };
static struct {
  char *begin;
  size_t size;
  int freed;
} kleene_heap[KLEENE_BLOCKS];
static int kleene_heap_blocks;
/* Behind the call that told of the access. */
static char *kleene_places[KLEENE_THREADS];
#define KLEENE_NOTE_PLACE() (kleene_places[kleene_self] = __builtin_return_address(0))

KLEENE_LOCAL int kleene_overlap(int a, int b) {
  if (kleene_coming[a].atomic && kleene_coming[b].atomic) return 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if ((kleene_coming[a].part[i].write || kleene_coming[b].part[j].write)
          && kleene_coming[a].part[i].address < kleene_coming[b].part[j].address + kleene_coming[b].part[j].size
          && kleene_coming[b].part[j].address < kleene_coming[a].part[i].address + kleene_coming[a].part[i].size)
        return 1;
  return 0;
}
/* As the sanitizer would say it, so that the place can be found. */
KLEENE_LOCAL KLEENE_UNCHECKED void kleene_bad_access(const char *what) {
  static char text[256];
  uintptr_t place = (uintptr_t)kleene_places[kleene_self] - 1;
  if (__ehdr_start.e_type == ET_DYN) place -= (uintptr_t)&__ehdr_start;
  strcpy(text, "the harness in place of AddressSanitizer: ");
  strcat(text, what);
  strcat(text, "\n    #0 0x0 (program+0x");
  char *end = text + strlen(text);
  for (int shift = 8 * sizeof place - 4; shift >= 0; shift -= 4) *end++ = "0123456789abcdef"[place >> shift & 15];
  strcpy(end, ")\n");
  kleene_end(text, "", 10);
}
KLEENE_LOCAL int kleene_block_at(const char *address) {
  for (int i = 0; i < kleene_heap_blocks; i++)
    if (address >= kleene_heap[i].begin - KLEENE_ROOM && address < kleene_heap[i].begin + kleene_heap[i].size + KLEENE_ROOM)
      return i;
  return -1;
}
KLEENE_LOCAL void kleene_check(const void *memory, size_t size) {
  const char *address = memory;
  if (!kleene_checks_heap || size == 0) return;
  if ((uintptr_t)address < 4096) kleene_bad_access("SEGV on unknown address");
  int block = kleene_block_at(address);
  if (block < 0) return;
  if (kleene_heap[block].freed) kleene_bad_access("heap-use-after-free");
  if (address < kleene_heap[block].begin || address + size > kleene_heap[block].begin + kleene_heap[block].size)
    kleene_bad_access("heap-buffer-overflow");
}
KLEENE_GLOBAL void *kleene_heap_malloc(size_t size) {
  if (kleene_heap_blocks == KLEENE_BLOCKS || size > 1 << 24) kleene_end("kleene: too much memory", "", 4);
  char *memory = malloc(size + 2 * KLEENE_ROOM);
  if (!memory) kleene_end("kleene: out of memory", "", 4);
  kleene_heap[kleene_heap_blocks].begin = memory + KLEENE_ROOM;
  kleene_heap[kleene_heap_blocks].size = size;
  return kleene_heap[kleene_heap_blocks++].begin;
}
KLEENE_GLOBAL void *kleene_heap_calloc(size_t count, size_t size) {
  if (size && count > (1 << 24) / size) kleene_end("kleene: too much memory", "", 4);
  return memset(kleene_heap_malloc(count * size), 0, count * size);
}
KLEENE_LOCAL int kleene_at_access(int thread) {
  if (kleene_coming[thread].more) return 0;
  return kleene_coming[thread].part[0].size || kleene_coming[thread].part[1].size;
}

/* Coroutines share what a thread of the system has for itself: errno, and the thread-local variables of the program,
   which lie below the thread pointer. */
static char *kleene_locals[KLEENE_THREADS];
KLEENE_LOCAL KLEENE_UNCHECKED const ElfW(Phdr) *kleene_local_part(void) {
  const ElfW(Phdr) *part = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
  for (int i = 0; i < __ehdr_start.e_phnum; i++)
    if (part[i].p_type == PT_TLS) return &part[i];
  return 0;
}
KLEENE_LOCAL KLEENE_UNCHECKED char *kleene_place_of_locals(const ElfW(Phdr) *part) {
  size_t align = part->p_align ? part->p_align : 1;
  return (char *)__builtin_thread_pointer() - (part->p_memsz + align - 1) / align * align;
}
KLEENE_LOCAL void kleene_keep_locals(int thread) {
  const ElfW(Phdr) *part = kleene_local_part();
  if (!part) return;
  if (!kleene_locals[thread]) kleene_locals[thread] = malloc(part->p_memsz);
  memcpy(kleene_locals[thread], kleene_place_of_locals(part), part->p_memsz);
}
KLEENE_LOCAL void kleene_take_locals(int thread) {
  const ElfW(Phdr) *part = kleene_local_part();
  if (part) memcpy(kleene_place_of_locals(part), kleene_locals[thread], part->p_memsz);
}
KLEENE_LOCAL KLEENE_UNCHECKED void kleene_new_locals(void) {
  const ElfW(Phdr) *part = kleene_local_part();
  errno = 0;
  if (!part) return;
  char *place = kleene_place_of_locals(part);
  ElfW(Addr) load = (ElfW(Addr))&__ehdr_start;
  memset(place, 0, part->p_memsz);
  memcpy(place, (const char *)(__ehdr_start.e_type == ET_DYN ? load + part->p_vaddr : part->p_vaddr), part->p_filesz);
}
KLEENE_LOCAL void kleene_switch(int from, int to) {
  if (from == to) return;
  kleene_keep_locals(from);
  kleene_threads[from].error = errno;
  swapcontext(&kleene_threads[from].context, &kleene_threads[to].context);
  errno = kleene_threads[from].error;
  kleene_take_locals(from);
}

/* Lets the thread go on, to see what it does. Never returns to who calls it. */
KLEENE_LOCAL void kleene_look_at(int thread) {
  int self = kleene_self;
  kleene_looks = 1;
  kleene_looked_at[thread] = 1;
  kleene_self = thread;
  kleene_switch(self, thread);
}

KLEENE_LOCAL void kleene_look(void) {
  int a = kleene_racing[0], b = kleene_racing[1];
  if (a >= 0) {
    if (kleene_overlap(a, b)) kleene_violated();
    if (!kleene_at_access(a) && !kleene_entered[a] && !kleene_looked_at[a]) return kleene_look_at(a);
    if (!kleene_at_access(b) && !kleene_looked_at[b]) return kleene_look_at(b);
    if (!kleene_at_access(a) && !kleene_looked_at[a]) return kleene_look_at(a);
    kleene_end("kleene: no two threads come to the same bytes", "", 4);
  }
  for (int t = 0; kleene_deadlock && t < kleene_created; t++)
    if (!kleene_threads[t].ended && !kleene_looked_at[t]) return kleene_look_at(t);
  if (kleene_deadlock) kleene_violated();
  kleene_end("kleene: the schedule is over", "", 4);
}

KLEENE_LOCAL int kleene_whose_turn(void) {
  while (kleene_schedule[kleene_slice].turns == kleene_turn) {
    kleene_slice++;
    kleene_turn = 0;
    if (kleene_schedule[kleene_slice].turns == 0) {
      kleene_look();
      return -1;
    }
  }
  kleene_turn++;
  return kleene_schedule[kleene_slice].thread;
}

KLEENE_LOCAL void kleene_give_turn(void) {
  int self = kleene_self;
  int next = kleene_whose_turn();
  if (next < 0) return; /* it is looked at */
  if (next >= kleene_created || kleene_threads[next].ended)
    kleene_end("kleene: the turn of a thread that does not run", "", 4);
  kleene_self = next;
  kleene_switch(self, next);
}

KLEENE_LOCAL void kleene_hold(void) {
  int early = kleene_threads[kleene_self].early;
  kleene_threads[kleene_self].early = 0;
  if (kleene_looks) return;
  if (kleene_alive > 1 && !kleene_atomic && !early) kleene_give_turn();
}

/* Before an access of up to two parts of memory. */
KLEENE_LOCAL void kleene_touch(const volatile void *read, size_t bytes_read, const volatile void *written,
                               size_t bytes_written, int atomic) {
  int self = kleene_self;
  kleene_coming[self].part[0].address = (char *)read;
  kleene_coming[self].part[0].size = bytes_read;
  kleene_coming[self].part[0].write = 0;
  kleene_coming[self].part[1].address = (char *)written;
  kleene_coming[self].part[1].size = bytes_written;
  kleene_coming[self].part[1].write = 1;
  kleene_coming[self].atomic = atomic || kleene_atomic;
  if (!kleene_looks) kleene_hold();
  if (kleene_looks) {
    if (kleene_deadlock && (kleene_atomic || kleene_alive < 2)) return; /* it may still have to wait */
    if (kleene_deadlock) kleene_end("kleene: a thread can go on", "", 4);
    if (kleene_entered[self] && !kleene_atomic) kleene_end("kleene: no race in the atomic section", "", 4);
    int a = kleene_racing[0], b = kleene_racing[1];
    if (kleene_at_access(self == a ? b : a) && kleene_overlap(a, b)) kleene_violated();
    if (!kleene_atomic && !kleene_coming[self].more) kleene_look();
  }
  kleene_coming[self].part[0].size = kleene_coming[self].part[1].size = 0;
}

/* The thread never goes on. */
KLEENE_LOCAL void kleene_stay(void) {
  if (kleene_looks) kleene_end("kleene: a thread does not wait for another one", "", 4);
  if (kleene_atomic || kleene_alive < 2) kleene_end("kleene: nobody can go on", "", 4);
  for (;;) {
    kleene_give_turn();
    if (kleene_looks) kleene_end("kleene: a thread does not wait for another one", "", 4);
  }
}

KLEENE_LOCAL int kleene_enter(void) {
  kleene_entered[kleene_self] = 1;
  kleene_hold();
  if (!kleene_looks) kleene_entered[kleene_self] = 0;
  int before = kleene_atomic;
  kleene_atomic = 1;
  return before;
}
#define KLEENE_LEAVE(before) (kleene_atomic = (before))

KLEENE_LOCAL void kleene_await(int condition) {
  if (kleene_looks && kleene_deadlock) {
    if (condition && kleene_alive < 2) return;
    if (condition) kleene_end("kleene: a thread can go on", "", 4);
    kleene_atomic = 0;
    kleene_look();
  }
  if (!condition) kleene_end("kleene: a thread has to wait", "", 4);
}

KLEENE_LOCAL void kleene_finish(void *value) {
  int before = kleene_enter();
  kleene_threads[kleene_self].result = value;
  kleene_threads[kleene_self].ended = 1;
  KLEENE_LEAVE(before);
  kleene_alive--;
  if (kleene_looks) kleene_end("kleene: a thread ends", "", 4);
  for (;;) kleene_give_turn();
}

KLEENE_LOCAL void kleene_body(void) {
  kleene_new_locals();
  kleene_finish(kleene_threads[kleene_self].start(kleene_threads[kleene_self].argument));
}

KLEENE_GLOBAL int kleene_thread_pthread_create(unsigned long *id, const void *attributes,
                                               void *(*start)(void *), void *argument) {
  enum { BYTES = 1 << 18 };
  int before = kleene_enter();
  if (kleene_created == KLEENE_THREADS) kleene_end("kleene: too many threads", "", 4);
  int slot = kleene_created++;
  kleene_touch(0, 0, id, sizeof *id, 1);
  *id = slot + 1;
  if (attributes) kleene_threads[slot].gone = *(const int *)attributes;
  kleene_threads[slot].start = start;
  kleene_threads[slot].argument = argument;
  getcontext(&kleene_threads[slot].context);
  kleene_threads[slot].context.uc_stack.ss_sp = malloc(BYTES);
  kleene_threads[slot].context.uc_stack.ss_size = BYTES;
  kleene_threads[slot].context.uc_link = 0;
  makecontext(&kleene_threads[slot].context, kleene_body, 0);
  kleene_alive++;
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_LOCAL void kleene_end_of_id(unsigned long id) {
  if (kleene_threads[id - 1].gone) kleene_end("kleene: a thread is joined or detached twice", "", 4);
  kleene_threads[id - 1].gone = 1;
}
KLEENE_GLOBAL int kleene_thread_pthread_join(unsigned long id, void **value) {
  int before = kleene_enter(), code = 0;
  if (id == (unsigned long)kleene_self + 1) {
    code = 35;
  } else {
    kleene_await(kleene_threads[id - 1].ended);
    kleene_end_of_id(id);
    if (value) kleene_touch(0, 0, value, sizeof *value, 1);
    if (value) *value = kleene_threads[id - 1].result;
  }
  KLEENE_LEAVE(before);
  return code;
}
KLEENE_GLOBAL void kleene_thread_pthread_exit(void *value) { kleene_finish(value); }
KLEENE_GLOBAL unsigned long kleene_thread_pthread_self(void) { return kleene_self + 1; }
KLEENE_GLOBAL int kleene_thread_pthread_equal(unsigned long a, unsigned long b) { return a == b; }
KLEENE_GLOBAL int kleene_thread_pthread_detach(unsigned long id) {
  int before = kleene_enter();
  kleene_end_of_id(id);
  KLEENE_LEAVE(before);
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_attr_setdetachstate(int *attributes, int state) {
  kleene_touch(0, 0, attributes, sizeof *attributes, 0);
  *attributes = state;
  return 0;
}
KLEENE_GLOBAL int kleene_thread_pthread_attr_init(int *attributes) {
  return kleene_thread_pthread_attr_setdetachstate(attributes, 0);
}
#define KLEENE_NOTHING(name) KLEENE_GLOBAL int kleene_thread_##name(void) { return 0; }
KLEENE_NOTHING(pthread_yield)
KLEENE_NOTHING(sched_yield)
KLEENE_NOTHING(usleep)
KLEENE_NOTHING(sleep)
KLEENE_NOTHING(pthread_attr_destroy)
KLEENE_NOTHING(pthread_attr_setscope)
KLEENE_NOTHING(pthread_attr_setstacksize)
KLEENE_NOTHING(pthread_mutexattr_destroy)
KLEENE_NOTHING(pthread_cond_destroy)
KLEENE_NOTHING(pthread_spin_destroy)
KLEENE_NOTHING(pthread_rwlock_destroy)
KLEENE_NOTHING(pthread_barrier_destroy)
KLEENE_NOTHING(sem_destroy)

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

KLEENE_GLOBAL void kleene_thread___VERIFIER_atomic_begin(void) { kleene_enter(); }
KLEENE_GLOBAL void kleene_thread___VERIFIER_atomic_end(void) { KLEENE_LEAVE(0); }
KLEENE_GLOBAL void kleene_thread___VERIFIER_assume(int condition) {
  if (!condition) kleene_stay();
}
KLEENE_GLOBAL void kleene_thread_abort(void) { kleene_stay(); }
KLEENE_GLOBAL void kleene_thread_exit(int status) { kleene_stay(); }
KLEENE_LOCAL __attribute__((destructor)) void kleene_main_returned(void) { kleene_stay(); }

KLEENE_GLOBAL void *kleene_thread_memcpy(void *to, const void *from, size_t n) {
  KLEENE_NOTE_PLACE();
  kleene_touch(from, n, to, n, 0);
  kleene_check(from, n);
  kleene_check(to, n);
  return memcpy(to, from, n);
}
KLEENE_GLOBAL void *kleene_thread_memmove(void *to, const void *from, size_t n) {
  KLEENE_NOTE_PLACE();
  kleene_touch(from, n, to, n, 0);
  kleene_check(from, n);
  kleene_check(to, n);
  return memmove(to, from, n);
}
KLEENE_GLOBAL void *kleene_thread_memset(void *to, int byte, size_t n) {
  KLEENE_NOTE_PLACE();
  kleene_touch(0, 0, to, n, 0);
  kleene_check(to, n);
  return memset(to, byte, n);
}
KLEENE_GLOBAL void kleene_thread_free(void *memory) {
  KLEENE_NOTE_PLACE();
  int block = kleene_block_at(memory);
  if (block < 0) {
    kleene_touch(0, 0, memory, malloc_usable_size(memory), 0);
    free(memory);
    return;
  }
  kleene_touch(0, 0, memory, kleene_heap[block].size, 0);
  if (kleene_heap[block].freed) kleene_bad_access("attempting double-free");
  if (memory != kleene_heap[block].begin) kleene_bad_access("attempting free on an address inside of a block");
  kleene_heap[block].freed = 1;
}

/* What gcc calls before each access. */
#define KLEENE_READ(name, size) \
  KLEENE_GLOBAL void __tsan_##name##size(void *address) { \
    KLEENE_NOTE_PLACE(); \
    kleene_touch(address, size, 0, 0, 0); \
    kleene_check(address, size); \
  }
#define KLEENE_WRITE(name, size) \
  KLEENE_GLOBAL void __tsan_##name##size(void *address) { \
    KLEENE_NOTE_PLACE(); \
    kleene_touch(0, 0, address, size, 0); \
    kleene_check(address, size); \
  }
#define KLEENE_ACCESSES(size) \
  KLEENE_READ(read, size) KLEENE_WRITE(write, size) \
  KLEENE_READ(unaligned_read, size) KLEENE_WRITE(unaligned_write, size) \
  KLEENE_READ(volatile_read, size) KLEENE_WRITE(volatile_write, size)
KLEENE_ACCESSES(1) KLEENE_ACCESSES(2) KLEENE_ACCESSES(4) KLEENE_ACCESSES(8) KLEENE_ACCESSES(16)
KLEENE_GLOBAL void __tsan_read_range(void *address, size_t size) {
  kleene_coming[kleene_self].more = 1;
  kleene_touch(address, size, 0, 0, 0);
  kleene_coming[kleene_self].more = 0;
}
KLEENE_GLOBAL void __tsan_write_range(void *address, size_t size) {
  if (kleene_looks) kleene_touch(0, 0, address, size, 0);
}
KLEENE_GLOBAL void __tsan_init(void) {}

#define KLEENE_FETCH(bits, type, name, op) \
  KLEENE_GLOBAL type __tsan_atomic##bits##_fetch_##name(volatile type *at, type v, int order) { \
    kleene_touch(0, 0, at, sizeof *at, 1); \
    type old = *at; \
    *at = op; \
    return old; \
  }
#define KLEENE_ATOMIC(bits, type) \
  KLEENE_GLOBAL type __tsan_atomic##bits##_load(const volatile type *at, int order) { \
    kleene_touch(at, sizeof *at, 0, 0, 1); \
    return *at; \
  } \
  KLEENE_GLOBAL void __tsan_atomic##bits##_store(volatile type *at, type v, int order) { \
    kleene_touch(0, 0, at, sizeof *at, 1); \
    *at = v; \
  } \
  KLEENE_FETCH(bits, type, add, old + v) \
  KLEENE_FETCH(bits, type, sub, old - v) \
  KLEENE_FETCH(bits, type, or, old | v) \
  KLEENE_FETCH(bits, type, and, old & v) \
  KLEENE_FETCH(bits, type, xor, old ^ v) \
  KLEENE_GLOBAL type __tsan_atomic##bits##_exchange(volatile type *at, type v, int order) { \
    kleene_touch(0, 0, at, sizeof *at, 1); \
    type old = *at; \
    *at = v; \
    return old; \
  } \
  KLEENE_GLOBAL int __tsan_atomic##bits##_compare_exchange_strong( \
      volatile type *at, type *old, type v, int order, int failure) { \
    kleene_touch(0, 0, at, sizeof *at, 1); \
    int equal = *at == *old; \
    if (equal) \
      *at = v; \
    else \
      *old = *at; \
    return equal; \
  } \
  KLEENE_GLOBAL int __tsan_atomic##bits##_compare_exchange_weak( \
      volatile type *at, type *old, type v, int order, int failure) { \
    kleene_touch(0, 0, at, sizeof *at, 1); \
    int equal = *at == *old; \
    if (equal) \
      *at = v; \
    else \
      *old = *at; \
    return equal; \
  }
KLEENE_ATOMIC(8, unsigned char) KLEENE_ATOMIC(16, unsigned short)
KLEENE_ATOMIC(32, unsigned) KLEENE_ATOMIC(64, unsigned long long)
KLEENE_GLOBAL void __tsan_atomic_thread_fence(int order) {}
KLEENE_GLOBAL void __tsan_atomic_signal_fence(int order) {}

/* Functions whose calls are atomic: the call is made near the beginning of one. */
KLEENE_GLOBAL void __tsan_func_entry(void *caller) {
  char *here = __builtin_return_address(0);
  int atomic = 0;
  for (unsigned i = 0; kleene_sections[i]; i++)
    if (here >= kleene_sections[i] && here < kleene_sections[i] + 64) atomic = 1;
  int *depth = &kleene_threads[kleene_self].depth;
  if (*depth == 4095) kleene_end("kleene: calls are too deep", "", 4);
  int *section = &kleene_threads[kleene_self].sections[++*depth];
  *section = -1;
  if (atomic) *section = kleene_enter();
}
KLEENE_GLOBAL void __tsan_func_exit(void) {
  int section = kleene_threads[kleene_self].sections[kleene_threads[kleene_self].depth--];
  if (section >= 0) KLEENE_LEAVE(section);
  if (kleene_alive < 2 || kleene_atomic) return;
  if (kleene_self == 0 && kleene_threads[0].depth == 0) kleene_stay();
  /* Others may look at local variables of the function before it returns: that concerns nobody else, so it waits. */
  int last = kleene_schedule[kleene_slice].turns == kleene_turn;
  if (last && kleene_schedule[kleene_slice + 1].turns != 0 && !kleene_threads[kleene_self].early) {
    kleene_threads[kleene_self].early = 1;
    kleene_give_turn();
  }
}
)";

} // namespace

bool is_replaced(const std::string& function) {
  return runtime.find(fmt::format(" {}{}(", thread_prefix, function)) != std::string_view::npos
         || runtime.find(fmt::format("*{}{}(", thread_prefix, function)) != std::string_view::npos
         || runtime.find(fmt::format("KLEENE_NOTHING({})", function)) != std::string_view::npos;
}

std::string thread_functions(const std::vector<ir::Slice>& schedule,
                             const std::vector<std::string>& sections,
                             bool deadlock,
                             bool checks_heap) {
  std::string text = "\n/* Who has how many turns, one after the other. */\n"
                     "static const struct {\n  int thread;\n  unsigned turns;\n"
                     "} kleene_schedule[] = {\n";
  std::vector<ir::Slice> moves = schedule;
  std::vector<std::size_t> next = take_next(moves);
  for (const ir::Slice& slice : moves)
    text += fmt::format("    {{{}, {}}},\n", slice.thread, slice.steps);
  text += "    {0, 0},\n};\n";
  bool race = next.size() == 2;
  text += "/* The threads that race when the schedule is over. */\n";
  text += race ? fmt::format("static const int kleene_racing[2] = {{{}, {}}};\n", next[0], next[1])
               : "static const int kleene_racing[2] = {-1, -1};\n";
  text += fmt::format("static const int kleene_deadlock = {};\n", deadlock ? 1 : 0);
  text += fmt::format("static const int kleene_checks_heap = {};\n", checks_heap ? 1 : 0);
  text += fmt::format(
      "KLEENE_LOCAL void kleene_violated(void) {{ kleene_end(\"{}: \", \"{}\", 10); }}\n",
      reached_text,
      race ? data_race : all_wait);
  for (const std::string& function : sections)
    text += fmt::format("extern char {}[];\n", function);
  text += "static char *const kleene_sections[] = {";
  for (const std::string& function : sections)
    text += function + ", ";
  return text + "0};\n" + std::string(runtime);
}

} // namespace kleene::evidence
