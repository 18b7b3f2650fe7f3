// KLEENE: args="--property safety --time-limit 60" expect=false(no-overflow) line=8 native=yes engines=one
// The sum overflows after 65,536 iterations, and only for inputs that allow so many.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; i++)
    sum += i;
  return sum > 0;
}
