// KLEENE: expect=unknown exit=5 reason=coroutines
#include <ucontext.h>
extern void reach_error(void);
static ucontext_t here;
static int rounds;

int main(void) {
  getcontext(&here);
  rounds = rounds + 1;
  if (rounds == 2) reach_error();
  return 0;
}
