// KLEENE: args="--time-limit 5 --missing-bodies nondet" expect=true assumes=locale engines=one
// What the environment says about the locale is not modelled.
#include <ctype.h>
#include <locale.h>
void reach_error(void);
int main(void) {
  setlocale(LC_ALL, "");
  if ((isalpha)(228)) reach_error();
  return 0;
}
