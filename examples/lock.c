// A lock that is taken and given back along all paths but one. The error is a label.
//
//   kleene check examples/lock.c
extern _Bool __VERIFIER_nondet_bool(void);

static int held;

static void acquire(void) {
  if (held)
    goto ERROR;
  held = 1;
  return;
ERROR:
  return;
}

static void release(void) {
  held = 0;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    acquire();
    if (__VERIFIER_nondet_bool())
      continue; // forgets to release
    release();
  }
  return 0;
}
