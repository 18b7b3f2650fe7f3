/* SPDX-License-Identifier: Apache-2.0 */
/* Where a turn ends: at accesses of memory, as gcc announces them, and in atomic sections. */

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
