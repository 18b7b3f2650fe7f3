// KLEENE: command=run ending=returned exit=0 stdout="-2147483648\n"
#include <stdio.h>
int main(void) {
  int x = 2147483647;
  x = x + 1;
  printf("%d\n", x);
  return 0;
}
