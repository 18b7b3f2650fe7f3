// KLEENE: expect=unknown engines=one args="--time-limit 6"
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
