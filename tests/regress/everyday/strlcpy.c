// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// strlcpy gives the length of its source, and a string that fits and is its beginning.
#include <assert.h>
#include <stddef.h>
extern char __VERIFIER_nondet_char(void);

static size_t copy(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; from[i] != 0; i++)
    if (i + 1 < size) to[i] = from[i];
#ifdef SEEDED
  if (size > 0) to[i < size ? i : size] = 0;
#else
  if (size > 0) to[i < size ? i : size - 1] = 0;
#endif
  return i;
}

int main(void) {
  char from[6], to[5];
  for (int i = 0; i < 5; i++) from[i] = __VERIFIER_nondet_char();
  from[5] = 0;
  to[4] = 'x';
  size_t n = copy(to, from, 4);
  assert(n <= 5 && from[n] == 0);
  size_t kept = n < 4 ? n : 3;
  for (size_t i = 0; i < kept; i++) assert(to[i] == from[i]);
  assert(to[4] == 'x');
  assert(to[kept] == 0);
  return 0;
}
