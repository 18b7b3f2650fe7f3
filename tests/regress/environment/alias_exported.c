// KLEENE: expect=unknown engines=one args="--time-limit 6"
// An exported pointer leads to a static variable.
extern void reach_error(void);
void act(void);
static int hidden;
int *door = &hidden;
int main(void) {
  act();
  if (hidden) reach_error();
  return 0;
}
