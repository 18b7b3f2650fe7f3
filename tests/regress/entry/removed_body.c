// KLEENE: expect=true args="--engine bmc"
// KLEENE: expect=unknown exit=5 args="--engine explicit-value --remove-body one" assumes=removed-bodies
extern void reach_error(void);
int one(void) { return 1; }
int main(void) {
  if (one() != 1) reach_error();
  return 0;
}
