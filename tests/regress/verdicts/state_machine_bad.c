// KLEENE: args="--engine explicit-value" expect=false(unreach-call) native=yes
// KLEENE: expect=false(unreach-call) native=yes
// The keys that the handshake agrees on are none.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum state { CLOSED, HELLO_SENT, OPEN };
enum state state = CLOSED;
int keys = 0;

static void receive(int message) {
  switch (state) {
  case CLOSED:
    if (message == 1) state = HELLO_SENT;
    break;
  case HELLO_SENT:
    if (message == 2) {
      keys = message - 2;
      state = OPEN;
    } else {
      state = CLOSED;
    }
    break;
  case OPEN:
    if (!keys) reach_error();
    if (message == 0) {
      keys = 0;
      state = CLOSED;
    }
    break;
  }
}

int main(void) {
  while (__VERIFIER_nondet_int()) receive(__VERIFIER_nondet_int());
  return 0;
}
