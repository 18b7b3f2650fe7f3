// KLEENE: args="--property valid-deref --time-limit 60" expect=false(valid-deref) line=5 native=yes engines=one
#include <stdio.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%s", text);
  return 0;
}
