// KLEENE: args="--engine termination --property termination" expect=true
// Elements that are accessed end before the addresses do, so the pointer does not come round.
int main(void) {
  int numbers[10];
  for (int *p = numbers; p != numbers + 10; p++) *p = 1;
  return 0;
}
