// KLEENE: expect=unknown exit=3 line=6 reason=format engines=one
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x = 0;
  printf("abc%n", &x);
  if (x == 3) reach_error();
  return 0;
}
