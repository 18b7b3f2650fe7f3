// KLEENE: property=none args="--property safety" expect=false(valid-deref) line=7 engines=one
// A file may not be there.
#include <stdio.h>

int main(void) {
  FILE *file = fopen("settings", "r");
  return fgetc(file);
}
