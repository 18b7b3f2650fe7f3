// KLEENE: args="--property unsigned-overflow --time-limit 60" expect=false(unsigned-overflow) line=6 native=yes engines=one
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong();
  return a * 3 == 9;
}
