// KLEENE: expect=false(unreach-call) native=yes engines=one args="-D LONG"
// KLEENE: command=run ending=returned stdout="<x>7\n"
// A format that is no literal is read when the program runs.
#include <assert.h>
#include <stdio.h>

static const char *brackets = "<%s>%d\n";

int main(void) {
  char text[16];
  int length = snprintf(text, sizeof text, brackets, "x", 7);
#ifdef LONG
  assert(length != 5);
#else
  assert(length == 5 && text[1] == 'x' && text[3] == '7');
#endif
  printf(brackets, "x", 7);
  return 0;
}
