// KLEENE: property=none args="--property valid-deref --time-limit 25" expect=false(valid-deref) native=yes engines=one shows="Violated: valid-deref: invalid dereference in scanf at environment/scanf_word_overrun.c:7:7."
// A word may be longer than the room for it; the check is shown at the call, under the name that the program calls.
#include <stdio.h>

int main(void) {
  char word[4];
  if (scanf("%s", word) != 1) return 1;
  return word[0];
}
