// KLEENE: expect=unknown exit=5 reason="nothing to check" args="--property unreach-call"
// KLEENE: expect=true args="--property unreach-call --svcomp"
// KLEENE: expect=true property=none vacuous="the program has nothing to check"
int main(void) {
  return 0;
}
