// KLEENE: args="--property valid-deref --time-limit 60" expect=true engines=one
#include <stdio.h>
int main(void) {
  char text[3] = {'a', 'b', 0};
  printf("%s %d", text, 3);
  puts(text);
  return 0;
}
