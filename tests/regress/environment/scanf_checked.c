// KLEENE: property=none args="--property safety" expect=true engines=one
// What was checked is safe to use, whatever stands in the input.
#include <stdio.h>

int main(void) {
  int table[10] = {0};
  int index;
  if (scanf("%d", &index) != 1 || index < 0 || index >= 10) return 1;
  table[index] = 1;
  return table[index];
}
