// KLEENE: expect=unknown
// Text in memory shows the sign of a NaN, which nobody knows; so does its length.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  double zero = 0;
  char text[40];
  sprintf(text, "%f", zero / zero);
  if (text[0] == '-') reach_error();
  return 0;
}
