// KLEENE: args="--property termination --engine fuzz" expect=unknown
// KLEENE: args="--property termination --engine fuzz -DDEPTH=1000" expect=true
// The recursion is deep, with the same argument again and again, but what it counts down is in memory: it
// ends, and too deep is not for ever.
#ifndef DEPTH
#define DEPTH 1100000
#endif
int left[1] = {DEPTH};
int down(int same) {
  left[0] = left[0] - 1;
  return left[0] == 0 ? same : down(same);
}
int main(void) {
  return down(0);
}
