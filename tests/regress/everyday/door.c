// KLEENE: args="--engine k-induction" expect=true engines=one
// KLEENE: args="--engine bmc -D SEEDED" expect=false(unreach-call) engines=one
// A door that opens and closes for ever: its motor rests wherever the door does.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { closed, opening, open, closing, locked };

int main(void) {
  enum state s = closed;
  int motor = 0, timer = 0;
  for (;;) {
    switch (__VERIFIER_nondet_uchar() % 4) {
    case 0: // somebody comes
      if (s == closed || s == closing) {
        s = opening;
        motor = 1;
      }
      break;
    case 1: // nobody is there
      if (s == open) {
        s = closing;
        motor = -1;
      }
      break;
    case 2: // the end of the rail
      if (s == opening) {
        s = open;
        motor = 0;
        timer = 10;
      } else if (s == closing) {
        s = closed;
#ifndef SEEDED
        motor = 0;
#endif
      }
      break;
    case 3: // a second, or the key
      if (s == open && timer > 0)
        timer--;
      else if (s == closed)
        s = locked;
      else if (s == locked)
        s = closed;
      break;
    }
    assert((s == closed || s == locked || s == open) == (motor == 0));
    assert(timer >= 0 && timer <= 10);
  }
}
