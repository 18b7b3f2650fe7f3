// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// KLEENE: expect=true args="--missing-bodies nondet"
// Code that nobody knows may set errno.
#include <errno.h>
extern void elsewhere(void);
extern void reach_error(void);
int main(void) {
  errno = 0;
  elsewhere();
  if (errno) reach_error();
  return 0;
}
