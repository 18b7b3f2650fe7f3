// PLACEMENT: open
#include <string.h>
void reach_error(void);
int x;
int main(void) {
  int *p = &x;
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  if (bytes[0] != 0x10) reach_error();
  return 0;
}
