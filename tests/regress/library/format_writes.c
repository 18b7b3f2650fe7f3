// KLEENE: expect=false(unreach-call) native=yes engines=one
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x = 0;
  printf("abc%n", &x);
  if (x == 3) reach_error();
  return 0;
}
