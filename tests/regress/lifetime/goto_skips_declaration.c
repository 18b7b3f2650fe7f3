// KLEENE: expect=unknown exit=5 reason="unknown value" args="--engine fuzz"
// So has one that a jump inside the block skips.
void reach_error(void);
int main(void) {
  for (int round = 0; round < 2; round++) {
    if (round == 1)
      goto use;
    int kept = 12;
  use:
    if (kept != 12)
      reach_error();
    kept = 12;
  }
  return 0;
}
