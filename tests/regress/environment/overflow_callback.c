// KLEENE: expect=unknown engines=one args="--property no-overflow --time-limit 6"
// The exported function overflows if it is called with a large number.
void act(void);
int twice(int n) {
  return n + n;
}
int main(void) {
  act();
  return twice(3);
}
