// KLEENE: args="--engine termination --property termination" expect=true shows="Proved: every execution ends: each loop iteration, and each call, decreases a ranking function."
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned high = __VERIFIER_nondet_uint();
  unsigned low = 0;
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_int())
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
