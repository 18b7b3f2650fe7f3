// KLEENE: expect=unknown exit=5 reason="not confirmed natively" args="--engine fuzz"
// What a call writes through a pointer, another operand reads.
void reach_error(void);
static int store(int *p) { return *p = 7; }
static int get(const int *p) { return *p; }
int main(void) {
  int x = 1;
  int sum = store(&x) + get(&x);
  if (sum == 8)
    reach_error();
  return 0;
}
