// Every character class for every character, by function and by the macros of the system's header.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  for (int c = -1; c < 256; c++) {
    printf("%d:", c);
    printf(" %d %d %d %d", isalnum(c) != 0, isalpha(c) != 0, isblank(c) != 0, iscntrl(c) != 0);
    printf(" %d %d %d %d", isdigit(c) != 0, isgraph(c) != 0, islower(c) != 0, isprint(c) != 0);
    printf(" %d %d %d %d", ispunct(c) != 0, isspace(c) != 0, isupper(c) != 0, isxdigit(c) != 0);
    printf(" %d %d %d %d", (isalnum)(c), (isalpha)(c), (isblank)(c), (iscntrl)(c));
    printf(" %d %d %d %d", (isdigit)(c), (isgraph)(c), (islower)(c), (isprint)(c));
    printf(" %d %d %d %d", (ispunct)(c), (isspace)(c), (isupper)(c), (isxdigit)(c));
    printf(" %d %d\n", toupper(c), tolower(c));
  }
  return 0;
}
