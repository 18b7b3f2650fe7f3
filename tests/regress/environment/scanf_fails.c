// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes engines=one
// There may be no number: then the variable keeps what it had, and the byte is still there.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a = 0;
  if (scanf("%d", &a) == 1) return 0;
  assert(getchar() != 'q');
  return a;
}
