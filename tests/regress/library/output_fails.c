// KLEENE: expect=unknown engines=one args="--time-limit 5"
// KLEENE: args="-D CHARACTER --time-limit 5" expect=unknown engines=one
// KLEENE: args="-D TEXT --time-limit 5" expect=unknown engines=one
// Standard output may be full, and puts gives any number that is not negative.
#include <stdio.h>
void reach_error(void);
int main(void) {
#if defined CHARACTER
  if (putchar('a') == EOF) reach_error();
#elif defined TEXT
  if (puts("abc") == 1) reach_error();
#else
  if (printf("abc") != 3) reach_error();
#endif
  return 0;
}
