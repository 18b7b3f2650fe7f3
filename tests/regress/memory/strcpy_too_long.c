// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=5 native=yes engines=one
#include <string.h>
int main(void) {
  char to[4];
  strcpy(to, "abcd");
  return to[0];
}
