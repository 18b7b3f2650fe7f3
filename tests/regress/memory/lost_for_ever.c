// KLEENE: args="--property valid-memtrack --time-limit 5" expect=unknown engines=one
#include <stdlib.h>
int main(void) {
  for (;;) {
    char *p = malloc(4);
    *p = 0;
  }
}
