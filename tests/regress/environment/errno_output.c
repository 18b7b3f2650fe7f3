// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// KLEENE: expect=true args=--svcomp
// Functions that write to streams may set errno even where they succeed.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  puts("text");
  if (errno) reach_error();
  return 0;
}
