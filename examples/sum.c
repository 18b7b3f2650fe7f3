// Two counters that go up together stay equal, however large n is: proved by an invariant of the loop
// and a summary of `inc`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int inc(int x) {
  return x + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  int j = 0;
  while (i < n) {
    i = inc(i);
    j = inc(j);
  }
  if (i != j)
    reach_error();
  return 0;
}
