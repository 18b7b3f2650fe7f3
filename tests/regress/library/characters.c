// KLEENE: expect=true engines=one
// Classes are those of the C locale, for EOF and characters; other characters stay what they are.
#include <ctype.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  if ((isalpha)(EOF) || (isspace)(EOF) || (isalpha)(200) || !(isalpha)('z') || !(isxdigit)('F')) reach_error();
  if ((toupper)('z') != 'Z' || (toupper)(EOF) != EOF || (tolower)(200) != 200 || (toupper)('1') != '1') reach_error();
  return 0;
}
