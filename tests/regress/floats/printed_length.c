// KLEENE: expect=unknown
// A NaN with a sign is four characters long.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  double zero = 0;
  if (printf("%f", zero / zero) == 4) reach_error();
  return 0;
}
