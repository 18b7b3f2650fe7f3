// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=8 native=yes engines=one
// Checks inside the model of a function are shown where the program calls it.
#include <string.h>
int main(void) {
  char a[8], b[4];
  strcpy(a, "abc");
  strcpy(b, "abc");
  strcpy(b, "abcd");
  return a[0] + b[0];
}
