// KLEENE: expect=true
// Calls that write do not disturb reads of objects that are defined const.
extern void reach_error(void);
static const int table[4] = {1, 2, 3, 4};
static int calls;
static int next(int x) {
  calls++;
  return x + 1;
}
int main(void) {
  int sum = table[0] + table[1] + table[2] + table[3] + next(table[0]);
  if (sum != 12 || calls != 1) reach_error();
  return 0;
}
