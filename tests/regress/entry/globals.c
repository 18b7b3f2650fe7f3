// KLEENE: expect=true args="--entry step --engine bmc"
// KLEENE: expect=false(unreach-call) args="--entry step --entry-globals nondet --engine bmc"
extern void reach_error(void);
static int state = 1;
void step(void) {
  if (state == 5) reach_error();
}
