// KLEENE: expect=false(unreach-call) native=yes
// Sizes in parameters are evaluated on entry, also of the array that becomes a pointer.
void reach_error(void);
int calls;
static int size(int n) {
  calls++;
  return n;
}
static int rows(int n, int m[size(2)][size(n)]) { return sizeof m[0] / sizeof m[0][0]; }
int main(void) {
  int grid[2][3] = {{0}};
  if (rows(3, grid) == 3 && calls == 2)
    reach_error();
  return 0;
}
