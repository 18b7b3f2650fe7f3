// KLEENE: expect=true
// Sign and payload of a computed NaN are unknown; loads, stores, negation and fabs keep bits.
extern double __VERIFIER_nondet_double(void);
void reach_error(void) {}
double fabs(double x);
int __signbit(double x);

union bits {
  double d;
  unsigned long long u;
};

int main(void) {
  union bits b;
  b.d = 1.0;
  if (b.u != 0x3ff0000000000000ULL) reach_error();
  b.u = 0xfff0000000000001ULL;
  union bits c;
  c.d = -b.d;
  if (c.u != 0x7ff0000000000001ULL) reach_error();
  c.d = fabs(b.d);
  if (c.u != 0x7ff0000000000001ULL || __signbit(c.d)) reach_error();
  double x = __VERIFIER_nondet_double();
  c.d = x;
  double y = c.d;
  if (x == x && y != x) reach_error();
  return 0;
}
