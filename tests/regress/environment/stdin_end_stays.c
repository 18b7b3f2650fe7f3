// KLEENE: args="--property unreach-call" expect=true
// The end of standard input stays, and bytes are no negative numbers.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a = getchar();
  int b = getchar();
  assert(a != EOF || b == EOF);
  assert(-1 <= a && a <= 255);
  return 0;
}
