// KLEENE: expect=unknown engines=one args="--property termination --time-limit 3"
// KLEENE: expect=true args="--property termination --missing-bodies nondet"
// step may run for ever.
void step(void);
int main(void) {
  step();
  return 0;
}
