// KLEENE: args="--engine bmc" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// Day and month to the day of the year, and back.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
#ifdef SEEDED
static int leap(unsigned y) { return y % 4 == 0; }
#else
static int leap(unsigned y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
#endif

int main(void) {
  unsigned y = 1900 + (__VERIFIER_nondet_ushort() & 255);
  unsigned day = __VERIFIER_nondet_ushort() % 366u, rest = day, m = 0;
  while (m < 12) {
    unsigned length = days[m] + (m == 1 && leap(y) ? 1u : 0u);
    if (rest < length) break;
    rest -= length;
    m++;
  }
  if (y == 1900) assert(day != 365 || m == 12);
  if (m < 12) assert(rest < 31);
  assert(m < 12 || day == 365);
  return 0;
}
