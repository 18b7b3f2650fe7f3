// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A hash table with open addressing and three keys: each has its last value.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);

struct entry {
  unsigned short key;
  unsigned char used;
  int value;
};
static struct entry table[8];

static struct entry *slot(unsigned short key) {
  unsigned h = (key * 31u ^ key >> 5) % 8;
#ifdef SEEDED
  while (table[h].used && table[h].key != key && h < 7) h = h + 1;
#else
  while (table[h].used && table[h].key != key) h = (h + 1) % 8;
#endif
  return &table[h];
}

static void put(unsigned short key, int value) {
  struct entry *e = slot(key);
  e->used = 1;
  e->key = key;
  e->value = value;
}

int main(void) {
  unsigned short keys[3];
  int values[3];
  for (int i = 0; i < 3; i++)
    put(keys[i] = __VERIFIER_nondet_ushort(), values[i] = __VERIFIER_nondet_int());
  for (int i = 0; i < 3; i++) {
    int expected = values[i];
    for (int k = i + 1; k < 3; k++)
      if (keys[k] == keys[i]) expected = values[k];
    struct entry *e = slot(keys[i]);
    assert(e->used && e->key == keys[i] && e->value == expected);
  }
  return 0;
}
