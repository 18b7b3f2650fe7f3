// KLEENE: args="--property unreach-call" expect=false(unreach-call) native=yes engines=one
// The bytes of a file are any.
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("settings", "r");
  if (!file) return 1;
  int a = fgetc(file);
  int b = fgetc(file);
  assert(a >= 0 || b < 0);
  assert(a != 'x' || b != 'y');
  return fclose(file);
}
