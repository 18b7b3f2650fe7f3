// KLEENE: args="--property uninit --engine bmc --time-limit 60" expect=true engines=one
// Values that nobody gave are copied, computed with, and masked out; none decides anything.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct flags { unsigned a : 3, b : 5; };
struct padded { char c; int n; };

static struct padded copied(struct padded p) { return p; }

int main(void) {
  int x, y, first = __VERIFIER_nondet_int() > 0;
  struct flags f;
  struct padded p, q;
  f.a = 5;
  p.n = 3;
  q = copied(p);
  if (first) x = 1;
  y = x + 1;
  if (first && x == 1) y = 0;
  if (f.a == 5 && q.n == 3 && ((y & 0) == 0)) return 1;
  return 0;
}
