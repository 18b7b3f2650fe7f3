// KLEENE: args="--property conversion --time-limit 60" expect=true engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 255) return 1;
  unsigned char c = n;
  short s = c;
  s += 5;
  return s == (int)(signed char)n;
}
