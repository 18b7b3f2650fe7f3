// KLEENE: command=run args="--input 0" ending=exited exit=0
// KLEENE: command=run args="--input 1" ending=aborted exit=0
// KLEENE: command=run args="--input 2" ending="assertion failed" exit=10 line=27
// KLEENE: command=run args="--input 3" ending="target reached" exit=10 line=30
// KLEENE: command=run args="--input 4" ending="undefined behaviour" exit=11 line=32 reason="division by zero"
// KLEENE: command=run args="--input 5" ending="undefined behaviour" exit=11 line=34
// KLEENE: command=run args="--input 6 --steps 1000" ending="step limit reached" exit=4
// KLEENE: command=run args="--input 7" ending=blocked exit=5
// KLEENE: command=run args="--input 8" ending="undefined behaviour" exit=11 line=42
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static int table[4];

int main(void) {
  int choice = __VERIFIER_nondet_int();
  int zero = choice - choice;
  int *null = 0;
  switch (choice) {
  case 0:
    exit(3);
  case 1:
    abort();
  case 2:
    assert(zero);
    break;
  case 3:
    reach_error();
  case 4:
    return 5 / zero;
  case 5:
    return *null;
  case 6:
    for (;;)
      zero++;
  case 7:
    __VERIFIER_assume(zero);
    break;
  case 8:
    return table[choice];
  }
  return 0;
}
