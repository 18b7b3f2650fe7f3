// KLEENE: expect=true engines=one
#include <ctype.h>
#include <string.h>
void reach_error(void);
int main(void) {
  int order = strcmp("a", "c");
  int digit = (isdigit)('7');
  if (order >= 0 || memcmp("ab", "aa", 2) <= 0 || !digit || isdigit('x')) reach_error();
  return 0;
}
