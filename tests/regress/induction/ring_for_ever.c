// KLEENE: args="--engine k-induction" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A ring buffer behind a pointer that is used for ever.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct ring { int data[8]; unsigned head, count; };
static int put(struct ring *r, int v) {
  if (r->count == 8) return 0;
  r->data[(r->head + r->count) % 8] = v;
#ifdef SEEDED
  r->count += v == 77 ? 2 : 1;
#else
  r->count++;
#endif
  return 1;
}
static int get(struct ring *r, int *v) {
  if (r->count == 0) return 0;
  *v = r->data[r->head];
  r->head = (r->head + 1) % 8;
  r->count--;
  return 1;
}
int main(void) {
  struct ring r = {{0}, 0, 0};
  int v;
  for (;;) {
    if (__VERIFIER_nondet_int()) put(&r, __VERIFIER_nondet_int());
    else get(&r, &v);
    assert(r.count <= 8 && r.head < 8);
  }
}
