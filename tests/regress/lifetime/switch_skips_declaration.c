// KLEENE: expect=unknown exit=5 reason="unknown value" args="--engine fuzz"
// A variable whose declaration a case skips has no value, also when it had one in the last round.
void reach_error(void);
int main(void) {
  for (int round = 0; round < 2; round++)
    switch (round) {
      int kept;
    case 0:
      kept = 12;
      break;
    case 1:
      if (kept != 12)
        reach_error();
    }
  return 0;
}
