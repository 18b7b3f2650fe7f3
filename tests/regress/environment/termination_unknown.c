// KLEENE: expect=unknown engines=one args="--property termination --time-limit 3"
// KLEENE: expect=false(termination) args="--property termination --missing-bodies nondet"
// step may end the program.
void step(void);
int main(void) {
  while (1)
    step();
}
