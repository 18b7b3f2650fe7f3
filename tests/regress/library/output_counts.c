// KLEENE: expect=false(unreach-call) native=yes engines=one
// KLEENE: args="-D OTHER" expect=true engines=one
// What printf returns is the number of characters, or negative; what sprintf returns is the number.
#include <stdio.h>
void reach_error(void);
int main(void) {
  char text[8];
#ifdef OTHER
  int count = printf("abc");
  if (count >= 0 && count != 3) reach_error();
  if (sprintf(text, "%d", -12) != 3 || snprintf(text, 3, "abcdef") != 6 || text[2] != 0) reach_error();
#else
  if (printf("abc") == 3) reach_error();
#endif
  return 0;
}
