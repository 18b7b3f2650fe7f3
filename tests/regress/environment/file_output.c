// KLEENE: expect=false(unreach-call) native=yes engines=one args="-D WRONG"
// KLEENE: expect=true engines=one args="--engine bmc"
// KLEENE: expect=false(valid-deref) native=yes engines=one args="-D LATE --property valid-deref" line=20
// What is written to a file changes nothing of the program.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int written;

int main(int argc, char **argv) {
  FILE *out = argc > 1 ? fopen("log", "w") : stderr;
  if (!out) return 1;
  char *text = malloc(4);
  text[0] = 'a';
  text[1] = 0;
  fprintf(out, "%-8s|%5d\n", text, argc);
#ifdef LATE
  free(text);
  fputs(text, out);
#endif
  if (fflush(out) == 0) written = 1;
#ifdef WRONG
  assert(written);
#else
  assert(written == 0 || written == 1);
#endif
  return 0;
}
