// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A cache of two entries, of which the one used less recently goes.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct entry {
  unsigned char key, full;
  short value;
};
static struct entry cache[2];
static unsigned char recent; /* the entry used last */

static short compute(unsigned char key) { return (short)(3 * key - 100); }

static short get(unsigned char key) {
  for (unsigned char i = 0; i < 2; i++)
    if (cache[i].full && cache[i].key == key) {
      recent = i;
      return cache[i].value;
    }
  recent = !recent;
#ifndef SEEDED
  cache[recent].key = key;
#else
  if (!cache[recent].full) cache[recent].key = key;
#endif
  cache[recent].full = 1;
  cache[recent].value = compute(key);
  return cache[recent].value;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    unsigned char key = __VERIFIER_nondet_uchar();
    assert(get(key) == compute(key));
  }
  return 0;
}
