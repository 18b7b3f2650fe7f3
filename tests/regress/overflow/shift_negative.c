// KLEENE: args="--property no-overflow" expect=true
// A negative number is shifted as gcc does: that is undefined in C, but no overflow.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0) return 0;
  int y = x << 1;
  return y == -4 && x << 3 != -16 && -1 << 31 < 0;
}
