// KLEENE: expect=true
// Whatever the order, the sum is one of two numbers.
void reach_error(void);
int count = 2;
static int bump(void) {
  count += 20;
  return 1;
}
int main(void) {
  int sum = count + bump();
  if (sum != 3 && sum != 23)
    reach_error();
  if (count != 22)
    reach_error();
  return 0;
}
