// KLEENE: args="--check unsigned-overflow,conversion --time-limit 60" property=none expect=true engines=one
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 4; i++)
    sum += __VERIFIER_nondet_uchar() * 3u;
  unsigned long product = (unsigned long)sum * 70000u;
  return product - sum > 3;
}
