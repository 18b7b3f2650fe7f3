// KLEENE: args="--property conversion --time-limit 60" expect=false(conversion) line=7 native=yes engines=one
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char kept = (unsigned char)n;
  unsigned char c = n;
  return c == kept;
}
