// Runs past the end of an array for some inputs: `run` says where.
//
//   kleene run --input 3 examples/buffer.c
//   kleene run --input 9 examples/buffer.c
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int squares[8];
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  if (n > 0)
    printf("the last square is %d\n", squares[n - 1]);
  return 0;
}
