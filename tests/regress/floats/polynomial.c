// KLEENE: args="--engine intervals" expect=true
// Bounds that hold for parts of the range, but not for the whole of it at once.
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static double sine(double x) {
  return x - x * x * x / 6 + x * x * x * x * x / 120;
}

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= -1.5 && x <= 1.5);
  double y = sine(x);
  if (!(y <= 1.05 && y >= -1.05)) reach_error();
  float root = 1;
  for (int i = 0; i < 3; i++)
    root = (root + (float)(x + 2) / root) / 2;
  if (!(root > 0.5f && root < 3)) reach_error();
  return 0;
}
