// PLACEMENT: settled
void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[])(void) = {one, two};
int main(void) {
  if (table[0]() + table[1]() != 3 || table[0] == two) reach_error();
  return 0;
}
