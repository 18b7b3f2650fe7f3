// KLEENE: args="--engine k-induction" expect=true
// What callees do to all elements, and what their results say about all elements.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[1000], b[1000];

static void fill(int *x, int n, int value) {
  for (int i = 0; i < n; i++) x[i] = value;
}

static int same(const int *x, const int *y) {
  for (int i = 0; i < 1000; i++)
    if (x[i] != y[i]) return 0;
  return 1;
}

int main(void) {
  for (int i = 0; i < 1000; i++) b[i] = __VERIFIER_nondet_int();
  fill(a, 1000, 7);
  if (same(a, b))
    for (int i = 0; i < 1000; i++)
      if (b[i] != 7) reach_error();
  return 0;
}
