// KLEENE: expect=true
// Nobody but the program sets errno here.
#include <errno.h>
extern void reach_error(void);
static void quiet(void) {}
int main(void) {
  errno = 7;
  quiet();
  if (errno != 7) reach_error();
  return 0;
}
