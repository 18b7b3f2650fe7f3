// KLEENE: property=none args="--property safety" expect=false(valid-deref) native=yes line=7 engines=one
// A size that is not that of the buffer.
#include <stdio.h>

int main(void) {
  char line[4];
  fgets(line, 6, stdin);
  return 0;
}
