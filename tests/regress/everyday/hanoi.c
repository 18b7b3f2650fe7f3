// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// The towers of Hanoi: no disc lies on a smaller one, and all arrive.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char pegs[3][3], height[3];
static unsigned moves;

static void move(int from, int to) {
  unsigned char disc = pegs[from][--height[from]];
  if (height[to]) assert(pegs[to][height[to] - 1] > disc);
  pegs[to][height[to]++] = disc;
  moves++;
}

static void hanoi(int n, int from, int by, int to) {
  if (n == 0) return;
  hanoi(n - 1, from, to, by);
  move(from, to);
#ifdef SEEDED
  hanoi(n - 1, by, to, from);
#else
  hanoi(n - 1, by, from, to);
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4;
  for (int i = 0; i < n; i++) pegs[0][height[0]++] = (unsigned char)(n - i);
  hanoi(n, 0, 1, 2);
  assert(height[2] == n && moves == (1u << n) - 1);
  return 0;
}
