// KLEENE: expect=false(unreach-call) native=yes
// A declaration that is passed again is evaluated again.
void reach_error(void);
int main(void) {
  int n = 1, sum = 0;
again:;
  int row[n];
  sum += sizeof row / sizeof row[0];
  if (++n < 4)
    goto again;
  if (sum == 6)
    reach_error();
  return 0;
}
