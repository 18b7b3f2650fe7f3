// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A ring buffer of 8 elements, four operations against a plain list.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifdef SEEDED
#define WRAP(i) ((i) % 2)
#else
#define WRAP(i) ((i) % 8)
#endif

struct ring {
  int data[8];
  unsigned head, count;
};

static int push(struct ring *r, int v) {
  if (r->count == 8) return 0;
  r->data[WRAP(r->head + r->count)] = v;
  r->count++;
  return 1;
}

static int pop(struct ring *r, int *v) {
  if (r->count == 0) return 0;
  *v = r->data[r->head];
  r->head = WRAP(r->head + 1);
  r->count--;
  return 1;
}

int main(void) {
  struct ring r;
  int list[4];
  int first = 0, last = 0;
  r.head = 0;
  r.count = 0;
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int()) {
      int v = __VERIFIER_nondet_int();
      if (last < 4 && push(&r, v)) list[last++] = v;
    } else {
      int v;
      if (pop(&r, &v)) assert(first < last && v == list[first++]);
    }
    assert(r.count == (unsigned)(last - first));
  }
  return 0;
}
