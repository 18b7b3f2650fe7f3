// KLEENE: expect=true engines=one
// Moves that overlap, padding, truncation, tokens.
#include <string.h>
void reach_error(void);
int main(void) {
  char a[8] = "abcdef";
  char b[8] = "zzzzzzz";
  memmove(a + 1, a, 4);
  if (strcmp(a, "aabcdf") != 0) reach_error();
  memmove(a, a + 1, 4);
  if (strcmp(a, "abcddf") != 0) reach_error();
  strncpy(b, "x", 4);
  if (b[0] != 'x' || b[1] != 0 || b[3] != 0 || b[4] != 'z') reach_error();
  strncpy(b, "abcdef", 2);
  if (b[1] != 'b' || b[2] != 0) reach_error();
  char text[] = ",one,,two";
  char *first = strtok(text, ",");
  char *second = strtok(0, ",");
  if (first != text + 1 || second != text + 6 || strtok(0, ",") != 0 || text[4] != 0) reach_error();
  return 0;
}
