// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes engines=one
// A word, and behind it a number that is one input: blanks between them are skipped once.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char name[6];
  int n = 0;
  char c = 0;
  if (scanf("%5s %d%c", name, &n, &c) != 3) return 1;
  assert(n != 70123 || c != '!');
  return 0;
}
