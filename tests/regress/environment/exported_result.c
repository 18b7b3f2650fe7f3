// KLEENE: expect=unknown exit=5 reason="an execution was found but does not replay" args="--engine explicit-value"
// Unknown code gets the address of secret from an exported function.
extern void reach_error(void);
void act(void);
static int secret;
int *borrow(void) {
  return &secret;
}
int main(void) {
  secret = 1;
  act();
  if (secret != 1) reach_error();
  return 0;
}
