// KLEENE: command=run ending=returned exit=0
// What is written to a file changes nothing of the program; standard error is a stream like any other.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *out = stderr;
  char *text = malloc(4);
  text[0] = 'a';
  text[1] = 0;
  fprintf(out, "%-8s|%5d\n", text, 7);
  fputs(text, out);
  free(text);
  return out == stderr ? 0 : 1;
}
