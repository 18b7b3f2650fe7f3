// KLEENE: args="--property termination --engine fuzz" expect=false(termination)
// The position jumps over the end again and again. That somebody counts the jumps changes nothing.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned position = 0, end = __VERIFIER_nondet_uint() % 16, jumps = 0;
  while (position != end) {
    position = (position + 2) % 16;
    jumps++;
  }
  return (int)jumps;
}
