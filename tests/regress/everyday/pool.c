// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A pool of four blocks: what is allocated twice is not the same, and holds what was written.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int blocks[4][4];
static unsigned char used[4];

static int *take(void) {
  for (int i = 0; i < 4; i++)
    if (!used[i]) {
#ifndef SEEDED
      used[i] = 1;
#else
      used[i] = i != 2;
#endif
      return blocks[i];
    }
  return 0;
}

static void give(int *block) {
  for (int i = 0; i < 4; i++)
    if (block == blocks[i]) used[i] = 0;
}

int main(void) {
  int *held[4] = {0, 0, 0, 0};
  for (int step = 0; step < 5; step++) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 4) continue;
    if (held[i]) {
      assert(held[i][0] == i && held[i][3] == -i);
      give(held[i]);
      held[i] = 0;
    } else {
      held[i] = take();
      assert(held[i]);
      held[i][0] = i;
      held[i][3] = -i;
    }
  }
  for (int i = 0; i < 4; i++)
    if (held[i]) assert(held[i][0] == i && held[i][3] == -i);
  return 0;
}
