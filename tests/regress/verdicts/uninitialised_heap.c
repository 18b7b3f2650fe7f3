// KLEENE: expect=unknown exit=5 reason="unknown value" args="--engine fuzz"
// KLEENE: args="--uninit nondet" expect=false(unreach-call) line=17 native=yes
// Only memory that is not zero, though nobody wrote it, leads to the error.
#include <stdlib.h>
extern void reach_error(void);

struct session {
  int version;
  long long key;
  unsigned short state;
};

int main(void) {
  struct session *s = malloc(sizeof(struct session));
  s->version = 3;
  if (s->state == 8464 && s->key == -70000000000LL)
    reach_error();
  return 0;
}
