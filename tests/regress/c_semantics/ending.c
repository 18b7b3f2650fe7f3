// The status of exit(), from a function in the middle of an expression.
#include <stdio.h>
#include <stdlib.h>

static int quit(int n) {
  if (n > 2)
    exit(n * 7 + 256);
  return n;
}

int main(int argc, char **argv) {
  printf("%d %d\n", argc, argv[argc] == 0);
  int sum = 0;
  for (int i = 0;; i++)
    sum += quit(i) + sum;
}
