// KLEENE: args="-DLIMIT=3 -I verdicts/include -include verdicts/include/prefix.h" expect=false(unreach-call) native=yes inputs=8
// KLEENE: args="-I verdicts/include -include verdicts/include/prefix.h" expect=ERROR exit=2 line=8 reason=LIMIT
// KLEENE: args="-DLIMIT=3 -include verdicts/include/prefix.h" expect=ERROR exit=2 line=5
// KLEENE: args="-DLIMIT=3 -I verdicts/include -include verdicts/include/prefix.h -std=c17" expect=false(unreach-call)
#include "five.h"

int main(void) {
  if (nondet() == LIMIT + FIVE)
    reach_error();
  return 0;
}
