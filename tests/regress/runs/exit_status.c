// KLEENE: command=run ending=returned exit=0 stdout="returns 3\n"
#include <stdio.h>
int main(void) {
  printf("returns %d\n", 3);
  return 3;
}
