// KLEENE: args="--check unsigned-overflow --time-limit 60" property=none expect=false(unsigned-overflow) line=7 native=yes engines=one
// KLEENE: args="--time-limit 60" property=none expect=true engines=one
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = a + 10;
  return b == 3;
}
