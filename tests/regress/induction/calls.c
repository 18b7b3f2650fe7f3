// KLEENE: args="--engine k-induction" expect=true
// Calls without loops are followed, one with a loop is known by what it ensures.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition) {
  if (!condition) reach_error();
}

static unsigned twice(unsigned x) { return x + x; }

static int count(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}

int main(void) {
  unsigned even = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  check(count(n) == n);
  while (__VERIFIER_nondet_int()) {
    even = twice(even + 3);
    check(even % 2 == 0);
  }
  return 0;
}
