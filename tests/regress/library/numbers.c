// KLEENE: expect=true engines=one
// KLEENE: args="--data-model ILP32" expect=true engines=one
// Numbers at the borders of their types, and texts that are none.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  char *end;
  errno = 0;
  if (strtol("99999999999999999999x", &end, 10) != LONG_MAX || errno != ERANGE || *end != 'x') reach_error();
  errno = 0;
  if (strtol("-99999999999999999999", 0, 10) != LONG_MIN || errno != ERANGE) reach_error();
  errno = 0;
  if (strtoul("-1", 0, 10) != ULONG_MAX || errno != 0 || strtoull("0x", &end, 16) != 0 || *end != 'x') reach_error();
  if (strtol("zz", &end, 10) != 0 || *end != 'z' || strtol(" -077", 0, 0) != -63 || atoi(" +12 3") != 12) reach_error();
  return 0;
}
