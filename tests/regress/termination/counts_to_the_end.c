// KLEENE: args="--property termination --engine termination" expect=true
// The same jumps, but they are counted to some purpose.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned position = 0, end = __VERIFIER_nondet_uint() % 16, jumps = 0;
  while (position != end && jumps < 1000) {
    position = (position + 2) % 16;
    jumps++;
  }
  return (int)jumps;
}
