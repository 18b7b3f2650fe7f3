// KLEENE: expect=false(unreach-call) native=yes line=16
// The same is defined if the pointers lead to different objects, or only one of the accesses happens.
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void step(int *p, int *q) { *p = (*q)++; }
static int sum(int *p, int *q, int both) { return *p + (both && (*q = 3)); }
int main(void) {
  int a = 1, b = 5, cells[4] = {0, 0, 0, 0};
  int *i = &a;
  step(&a, &b);
  if (a != 5 || b != 6) return 0;
  if (sum(&a, &a, 0) != 5) return 0;
  *i = 1;
  cells[*i] = b++;
  if (cells[1] != 6 || b != 7 || sum(&a, &b, 1) != 2 || b != 3) return 0;
  reach_error();
  return 0;
}
