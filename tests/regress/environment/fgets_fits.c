// KLEENE: property=none args="--property safety" expect=true engines=one
// fgets writes at most as many bytes as it is told, the end of the string included.
#include <stdio.h>

int main(void) {
  char line[4];
  if (!fgets(line, sizeof line, stdin)) return 1;
  return line[3] == 0 ? 0 : 2;
}
