// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A machine of functions: no two directions have green, and red comes before green.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum colour { RED, YELLOW, GREEN };
struct crossing {
  enum colour ns, ew;
  void (*step)(struct crossing *);
};
static void ns_green(struct crossing *);
static void ns_yellow(struct crossing *);
static void ew_green(struct crossing *);
static void ew_yellow(struct crossing *);

static void ns_green(struct crossing *c) { c->ns = YELLOW, c->step = ns_yellow; }
static void ns_yellow(struct crossing *c) {
#ifndef SEEDED
  c->ns = RED;
#endif
  c->ew = GREEN, c->step = ew_green;
}
static void ew_green(struct crossing *c) { c->ew = YELLOW, c->step = ew_yellow; }
static void ew_yellow(struct crossing *c) { c->ew = RED, c->ns = GREEN, c->step = ns_green; }

int main(void) {
  struct crossing c = {GREEN, RED, ns_green};
  for (int i = 0; i < 8; i++) {
    if (__VERIFIER_nondet_uchar()) c.step(&c);
    assert(c.ns == RED || c.ew == RED);
  }
  return 0;
}
