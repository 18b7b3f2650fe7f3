/* SPDX-License-Identifier: Apache-2.0 */
/* Threads as coroutines: whose turn it is, and how threads begin and end. */

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

