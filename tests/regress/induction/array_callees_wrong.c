// KLEENE: args="--engine k-induction" expect=unknown
// The last element is never filled.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[1000];

static void fill(int *x, int n, int value) {
  for (int i = 0; i < n; i++) x[i] = value;
}

int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  fill(a, 999, 7);
  for (int i = 0; i < 1000; i++)
    if (a[i] != 7) reach_error();
  return 0;
}
