// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A stack of shorts: what is pushed last comes out first, and it never holds more than there is room for.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct stack {
  short data[4];
  unsigned char top;
};

static int push(struct stack *s, short v) {
#ifdef SEEDED
  if (s->top > 4) return 0;
#else
  if (s->top >= 4) return 0;
#endif
  s->data[s->top & 3] = v;
  s->top++;
  return 1;
}

static short pop(struct stack *s) { return s->data[--s->top & 3]; }

int main(void) {
  struct stack s = {{0}, 0};
  for (int i = 0; i < 6; i++) {
    short v = __VERIFIER_nondet_short();
    if (push(&s, v) && (__VERIFIER_nondet_uchar() & 1)) assert(pop(&s) == v);
    assert(s.top <= 4);
  }
  return 0;
}
