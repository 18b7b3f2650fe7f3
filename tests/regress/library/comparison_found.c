// KLEENE: expect=false(unreach-call) line=6 native=yes engines=one
#include <string.h>
void reach_error(void);
int main(void) {
  char text[3] = "ab";
  if (strcmp(text, "ac") < 0 && !strcmp(text, "ab")) reach_error();
  return 0;
}
