// KLEENE: args="--property no-overflow" expect=true
// Values that are not used and do not overflow; operands that are not evaluated; arithmetic that is
// done in a wider type.
int __VERIFIER_nondet_int(void);
struct S { int a; };
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = (unsigned)x;
  signed char c = (signed char)x;
  short s = (short)x;
  (void)sizeof(x + 1);
  (void)__builtin_constant_p(x + 1);
  (void)_Generic(x + 1, int : 0, default : 1);
  u + 1;
  (void)(u * 3);
  c++;
  s--;
  c += 100;
  -c;
  (void)(c - s);
  x > 5 && x - 5;
  x < 0 ? x + 1 : x - 1;
  (void)((long)x + 1);
  return 0;
}
