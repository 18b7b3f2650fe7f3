// KLEENE: expect=true args="--label NEVER --engine bmc"
// KLEENE: expect=unknown exit=5 args="--label OPEN --engine bmc"
// What is known of pointers, and what is not.
#include <stdlib.h>
int harness(void) {
  char *p = malloc(10);
  if (!__CPROVER_same_object(p, p)) {
  NEVER:;
  }
  if (__CPROVER_uninterpreted_f(p)) {
  OPEN:;
  }
  if (__CPROVER_OBJECT_SIZE(p) != 10) return 1;
  return __CPROVER_POINTER_OFFSET(p) != 0;
}
