// KLEENE: expect=false(unreach-call) args="--engine bmc --uninit nondet"
// KLEENE: expect=true args="--engine bmc --uninit nondet -DWEAK"
// The harness is found, and the words of CBMC have their meaning.
#include <stdlib.h>
_Bool nondet_bool();
static int twice(int x) { return 2 * x; }
void twice_harness(void) {
  __CPROVER_size_t n = 4;
  __CPROVER_bool b = nondet_bool();
  int x = b ? 3 : 4;
#ifdef WEAK
  __CPROVER_assume(!__CPROVER_overflow_plus(x, x));
  __CPROVER_precondition(__CPROVER_overflow_plus(2147483647, x), "overflows");
  int y = __CPROVER_file_local_found_harness_c_twice(x);
  __CPROVER_assert(y == 6 || y == 8, "double");
#else
  int y = twice(x);
  __CPROVER_assert(y == 6, "always three");
#endif
}
