// KLEENE: args="--engine k-induction" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// What a buffer says of itself stays true however long it is used: its length and its room are fields in memory.
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct buffer {
  unsigned length, room, lost;
};

int main(void) {
  struct buffer *b = malloc(sizeof *b);
  if (!b) return 0;
  b->length = b->lost = 0;
  b->room = 16;
  for (unsigned char n; (n = __VERIFIER_nondet_uchar()) != 255;) {
    if (n == 0) {
      b->length = 0;
    } else if (n <= b->room - b->length) {
      b->length += n;
    } else if (b->room < 1024) {
#ifdef SEEDED
      b->room *= 2;
      b->length += n;
#else
      b->room *= 2;
#endif
    } else {
      b->lost++;
    }
  }
  assert(b->length <= b->room);
  return 0;
}
