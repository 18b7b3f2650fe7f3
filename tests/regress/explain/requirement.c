// KLEENE: property=none args="--engine k-induction --explain" expect=true shows="Requirements: what holds when a procedure is called: ;; climb:7  static int climb(int from, int to) { ;; Summaries: what holds when a procedure returns:" engines=one
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Each call leaves from <= to, which only all of them together show.

static int climb(int from, int to) {
  assert(from <= to);
  if (from == to) return from;
  return climb(from + 1, to);
}
int main(void) {
  int to = __VERIFIER_nondet_int();
  if (to < 0 || to > 1000) return 0;
  assert(climb(0, to) == to);
  return 0;
}
