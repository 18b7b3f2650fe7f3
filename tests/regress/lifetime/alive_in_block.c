// KLEENE: expect=false(unreach-call) native=yes
// Objects live while their block does: through calls, inner blocks, loops and their own loop's head.
void reach_error(void);
static void set(int *p, int value) { *p = value; }
int main(void) {
  int sum = 0;
  for (int i = 0, *at = &i; *at < 3; i++) {
    int x;
    set(&x, i);
    {
      int *p = &x;
      sum += *p;
    }
  }
  int twice = ({ int y[2]; set(&y[0], sum); set(&y[1], sum); y[0] + y[1]; });
  if (twice == 6)
    reach_error();
  return 0;
}
