// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
#include <string.h>
int main(void) {
  char to[5];
  strcpy(to, "abcd");
  return to[0] - 'a';
}
