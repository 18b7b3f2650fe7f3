// KLEENE: expect=unknown
// As printed_nan.c, through a pointer.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  double zero = 0;
  char text[40];
  int (*print)(char *, const char *, ...) = sprintf;
  print(text, "%f", zero / zero);
  if (text[0] == '-') reach_error();
  return 0;
}
