// KLEENE: args="--std gnu90 -D size=3 -D text=word -D by=1" expect=true engines=one
// KLEENE: args="--std gnu90 --include string.h" expect=true engines=one
// Models of library functions are read as they are written, whatever the program is compiled with.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[8];
  strcpy(line, "42");
  assert(strlen(line) == 2);
  assert(atoi(line) == 42);
  return 0;
}
